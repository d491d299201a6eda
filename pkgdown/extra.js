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

// The search box. What there is to find is in search-index.js, which tools/site.R writes: it needs no server.
document.addEventListener("DOMContentLoaded", function () {
  var box = document.getElementById("search");
  if (!box || !window.searchIndex) return;
  var input = box.querySelector("input"), list = box.querySelector("ul"), root = box.getAttribute("data-root");
  input.addEventListener("input", function () {
    var words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    list.textContent = "";
    if (words.length === 0) return;
    window.searchIndex.map(function (page) {
      var title = page.title.toLowerCase(), text = page.text.toLowerCase(), points = 0;
      var all = words.every(function (word) {
        var hit = (title.indexOf(word) >= 0 ? 10 : 0) + (text.indexOf(word) >= 0 ? 1 : 0);
        points += hit;
        return hit > 0;
      });
      return { page: page, points: all ? points : 0 };
    }).filter(function (found) { return found.points > 0; }).sort(function (a, b) {
      return b.points - a.points;
    }).slice(0, 12).forEach(function (found) {
      var item = document.createElement("li"), link = document.createElement("a");
      link.href = root + found.page.url;
      link.textContent = found.page.title;
      item.appendChild(link);
      list.appendChild(item);
    });
  });
  input.addEventListener("keydown", function (event) {
    var first = list.querySelector("a");
    if (event.key === "Enter" && first) window.location = first.href;
    if (event.key === "Escape") list.textContent = "";
  });
});
