// The theme, the line that says what is being done, and files that are too large to be sent.
(function () {
  "use strict";
  var root = document.documentElement;
  var limit = 5 * 1024 * 1024;

  function remembered() {
    try { return localStorage.getItem("seqjudge-theme"); } catch (e) { return null; }
  }

  function show(theme) {
    root.setAttribute("data-bs-theme", theme);
    var button = document.getElementById("theme");
    if (button) {
      button.textContent = theme === "dark" ? "Light mode" : "Dark mode";
    }
  }

  var dark = window.matchMedia && window.matchMedia("(prefers-color-scheme: dark)").matches;
  show(remembered() || (dark ? "dark" : "light"));

  document.addEventListener("DOMContentLoaded", function () {
    show(root.getAttribute("data-bs-theme"));
    document.getElementById("theme").addEventListener("click", function () {
      var theme = root.getAttribute("data-bs-theme") === "dark" ? "light" : "dark";
      try { localStorage.setItem("seqjudge-theme", theme); } catch (e) { /* not remembered */ }
      show(theme);
    });
    // Before Shiny hears of it.
    document.addEventListener("change", function (event) {
      if (event.target.id !== "upload" || !event.target.files.length) { return; }
      var size = event.target.files[0].size;
      var line = document.getElementById("upload-refused");
      line.textContent = "";
      if (size > limit) {
        event.stopImmediatePropagation();
        line.textContent = "The file is too large: " + (size / 1024 / 1024).toFixed(1) +
          " MB, and at most 5 MB are read here.";
        event.target.value = "";
      }
    }, true);
    // Whoever works by keyboard or ear is led to what is new. On the tabs themselves focus stays where it is.
    function lead(heading) {
      if (!heading) { return; }
      heading.setAttribute("tabindex", "-1");
      heading.focus();
    }
    jQuery(document).on("shown.bs.tab", function (event) {
      // Shiny says "shown" of other things too.
      if (event.target.matches(".nav-link") && !document.activeElement.closest(".nav")) {
        lead(document.querySelector(".tab-pane.active h2"));
      }
    });
    new MutationObserver(function () {
      // Not where somebody has gone on meanwhile.
      var here = document.activeElement;
      if (here === document.body || here.closest(".boxes")) { lead(document.querySelector("#columns h3")); }
    }).observe(document.getElementById("columns"), { childList: true });
    Shiny.addCustomMessageHandler("job", function (job) {
      document.getElementById("job").hidden = !job.label;
      var label = document.getElementById("job-label");
      if (label.textContent !== job.label) { label.textContent = job.label || ""; }
      document.getElementById("job-time").textContent = job.label ? job.seconds + " s" : "";
    });
  });
})();
