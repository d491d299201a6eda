test_that("the picture shows the places after each arrival", {
  scores <- c(a = 0.5, b = 0.9, c = 0.1, d = 0.9)
  stream <- insertion_stream(0)
  insert(stream, scores)
  history <- place_history(stream, "1", 1:4)
  expected <- do.call(rbind, lapply(1:4, function(t) {
    place <- t + 1 - insertion_ranking(scores[1:t])
    data.frame(arrivals = t, item = names(place), place = unname(place))
  }))
  expected <- expected[order(expected$item, expected$arrivals), ]
  expect_equal(history[c("arrivals", "item", "place")], expected, ignore_attr = TRUE)
  expect_s3_class(autoplot(stream), "ggplot")
})
