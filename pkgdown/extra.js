// The list "On this page", from the headings; what pkgdown brings for it would be fetched from other hosts.
document.addEventListener("DOMContentLoaded", function () {
  var nav = document.getElementById("toc");
  if (!nav) return;
  var headings = Array.prototype.filter.call(document.querySelectorAll("main h2, main h3"), function (heading) {
    return !heading.hasAttribute("data-toc-skip") && idOf(heading);
  });
  if (headings.length < 2) {
    nav.remove();
    return;
  }
  var list = document.createElement("ul");
  headings.forEach(function (heading) {
    var item = document.createElement("li");
    var link = document.createElement("a");
    link.href = "#" + idOf(heading);
    link.textContent = heading.textContent.trim();
    item.className = heading.tagName.toLowerCase();
    item.appendChild(link);
    list.appendChild(item);
  });
  nav.appendChild(list);

  function idOf(heading) {
    return heading.id || (heading.parentElement.classList.contains("section") && heading.parentElement.id);
  }
});
