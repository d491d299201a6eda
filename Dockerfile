# The organiser's app on a server of one's own:
#   docker build -t seqjudge-app . && docker run --rm -p 8080:8080 seqjudge-app
# Anybody who reaches the port can use it. Put it behind whatever guards your other pages. Reports as PDF need a browser
# in the image: add chromium to the packages for those.
FROM debian:bookworm-slim

ENV LANG=C.UTF-8
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    ca-certificates r-base-dev pandoc r-cran-bslib r-cran-callr r-cran-cli r-cran-generics r-cran-ggplot2 r-cran-htmltools \
    r-cran-jsonlite r-cran-posterior r-cran-rcpp r-cran-rcppeigen r-cran-readxl r-cran-rlang r-cran-rmarkdown \
    r-cran-shiny r-cran-sitmo \
  && rm -rf /var/lib/apt/lists/*
COPY . /seqjudge
RUN cd /seqjudge && Rscript tools/needs.R install demo && R CMD INSTALL --clean --strip --no-test-load . \
  && useradd --create-home organiser
USER organiser
WORKDIR /home/organiser
EXPOSE 8080
CMD ["Rscript", "-e", "shiny::runApp(seqjudge::seqjudge_app(), port = 8080, host = '0.0.0.0', launch.browser = FALSE)"]
