# Starts the organiser's app on this machine.
#   Rscript tools/app.R [<port>] [<host>]

args <- commandArgs(trailingOnly = TRUE)
port <- if (length(args) > 0) as.integer(args[1]) else 8080L
host <- if (length(args) > 1) args[2] else "127.0.0.1"
shiny::runApp(seqjudge::seqjudge_app(), port = port, host = host, launch.browser = FALSE)
