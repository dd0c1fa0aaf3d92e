/* Theme switch, sortable and filterable tables, links that copy themselves. Every page is complete without it.
 * A plain script in <head> that blocks, so that the theme is there before the first paint. No modules, no fetch:
 * it works from a file. Its words come from data attributes of <body>. */
(() => {
  "use strict";

  const root = document.documentElement;
  const ROWS_WITHOUT_FILTER = 12;
  const QUERY_MAX = 200;
  let words = {};
  let live = null;

  /* ---- Theme: a choice is kept only while it differs from the system's ---- */

  const storage = (action, ...args) => {
    try {
      return localStorage[action]("theme", ...args);
    } catch {
      return null; /* storage may be switched off */
    }
  };

  const systemTheme = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

  const applyTheme = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };

  const switchTheme = () => {
    const next = (root.dataset.theme ?? systemTheme()) === "dark" ? "light" : "dark";
    if (next === systemTheme()) storage("removeItem");
    else storage("setItem", next);
    applyTheme(storage("getItem") ?? next);
  };

  /* Tables are shown when all their rows are there: their columns would move while the rows arrive. */
  root.dataset.js = "loading";
  applyTheme(storage("getItem"));
  addEventListener("storage", (e) => {
    if (e.key === "theme") applyTheme(e.newValue);
  });

  /* ---- Small helpers ---- */

  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  const fill = (pattern, values) => pattern.replace(/\{(\d)\}/g, (slot, i) => values[i] ?? slot);

  const say = (text) => {
    live.textContent = text;
  };

  /* ---- Order: missing last both ways, ties in the order of the page ---- */

  const parts = (text) => text.toLowerCase().match(/\d+|\D+/g) ?? [];

  /* By code unit, whole numbers inside by value (gn7i-c8 before gn7i-c16): the same in every locale. */
  const compareText = (a, b) => {
    const x = parts(a);
    const y = parts(b);
    for (let i = 0; i < x.length && i < y.length; i++) {
      const difference = x[i] - y[i]; /* NaN unless both are digits */
      if (difference) return difference;
      if (x[i] !== y[i]) return x[i] < y[i] ? -1 : 1;
    }
    return x.length - y.length;
  };

  const sortKey = (row, column, numeric) => {
    const text = row.cells[column]?.dataset.sort;
    if (!text) return null;
    return numeric ? Number(text) : text;
  };

  const sortRows = (rows, column, numeric, sign) => {
    const compare = (a, b) => {
      if (a.key === null || b.key === null) return (a.key === null) - (b.key === null) || a.place - b.place;
      return sign * (numeric ? a.key - b.key : compareText(a.key, b.key)) || a.place - b.place;
    };
    const entries = rows.map((row, place) => ({ row, place, key: sortKey(row, column, numeric) }));
    return entries.sort(compare).map((entry) => entry.row);
  };

  /* ---- A table ---- */

  class Table {
    constructor(element, prefix) {
      this.prefix = prefix;
      this.body = element.tBodies[0];
      this.rows = [...this.body.rows];
      this.heads = [...element.tHead.rows[0].cells];
      this.state = { sort: "", dir: "", q: "" };
      this.heads.forEach((head, column) => this.addButton(head, column));
      const tools = element.parentElement.previousElementSibling;
      if (this.rows.length > ROWS_WITHOUT_FILTER && tools?.matches(".table-tools")) this.addFilter(tools);
    }

    key(column) {
      return this.heads[column].dataset.key ?? String(column + 1);
    }

    addButton(head, column) {
      if (this.rows.every((row) => sortKey(row, column, false) === null)) return;
      head.append(make("button", { type: "button" }, ...head.childNodes));
      head.setAttribute("aria-sort", "none");
      head.firstChild.addEventListener("click", () => {
        const key = this.key(column);
        const dir = this.state.sort === key && this.state.dir === "asc" ? "desc" : "asc";
        this.state = { ...this.state, sort: key, dir };
        this.show();
        this.saySorted(head);
        this.save("pushState");
      });
    }

    addFilter(tools) {
      const label = words.filter;
      this.input = make("input", { type: "search", placeholder: label, ariaLabel: label, maxLength: QUERY_MAX });
      this.count = make("span", { role: "status" });
      this.reset = make("a", { textContent: words.reset });
      tools.append(this.input, this.count, this.reset);
      this.input.addEventListener("input", () => {
        this.state.q = this.input.value;
        this.show();
        this.save("replaceState");
      });
    }

    show() {
      const column = this.heads.findIndex((head, i) => head.ariaSort && this.key(i) === this.state.sort);
      const descending = this.state.dir === "desc";
      if (column < 0) this.state.sort = this.state.dir = "";
      this.heads.forEach((head, i) => {
        const order = descending ? "descending" : "ascending";
        if (head.ariaSort) head.ariaSort = i === column ? order : "none";
      });
      const numeric = this.heads[column]?.classList.contains("num");
      this.place(column < 0 ? this.rows : sortRows(this.rows, column, numeric, descending ? -1 : 1));
      if (this.input) this.filter();
    }

    place(rows) {
      if (rows.some((row, i) => row !== this.body.rows[i])) this.body.append(...rows);
    }

    filter() {
      const wanted = this.state.q.toLowerCase().split(/\s+/);
      for (const row of this.rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !wanted.every((word) => text.includes(word));
      }
      if (this.input.value !== this.state.q) this.input.value = this.state.q;
      this.count.textContent = fill(words.shown, [this.shown(), this.rows.length]);
      this.reset.href = this.address({});
      this.reset.hidden = !this.state.q && !this.state.sort;
    }

    shown() {
      return this.rows.filter((row) => !row.hidden).length;
    }

    saySorted(head) {
      const label = head.firstChild.firstChild.textContent.trim();
      say(fill(words.sorted, [label, words[head.ariaSort], this.shown()]));
    }

    /* The address of a state; keys in a fixed order, so that equal states have equal addresses. */
    address(state) {
      const query = new URLSearchParams(location.search);
      for (const name of ["sort", "dir", "q"]) {
        query.delete(this.prefix + name);
        if (state[name]) query.append(this.prefix + name, state[name]);
      }
      const text = query.toString();
      return location.pathname + (text && "?" + text) + location.hash;
    }

    save(method) {
      try {
        history[method](null, "", this.address(this.state));
      } catch {
        /* some browsers do not let a file change its address: the table is sorted all the same */
      }
    }

    restore() {
      const query = new URLSearchParams(location.search);
      const get = (name) => (query.get(this.prefix + name) ?? "").slice(0, QUERY_MAX);
      this.state = { sort: get("sort"), dir: get("dir") === "desc" ? "desc" : "asc", q: this.input ? get("q") : "" };
      this.show();
    }
  }

  const startTables = () => {
    const found = [...document.querySelectorAll("table.sortable")].filter((t) => t.tHead && t.tBodies.length);
    const tables = found.map((t) => new Table(t, found.length > 1 ? t.id + "." : ""));
    const restore = () => tables.forEach((table) => table.restore());
    restore();
    addEventListener("popstate", restore);
  };

  /* ---- Links to rows, and links that copy themselves ---- */

  const addRowLinks = () => {
    for (const head of document.querySelectorAll("tbody > tr[id] > th:first-child")) {
      const link = make("a", { className: "anchor", textContent: "#" });
      link.href = "#" + encodeURIComponent(head.parentElement.id);
      link.ariaLabel = fill(words.row, [head.textContent.trim()]);
      head.append(link);
    }
  };

  const copyLink = (e) => {
    const link = e.target.closest("a.anchor");
    if (link && navigator.clipboard) navigator.clipboard.writeText(link.href).then(() => say(words.copied), () => {});
  };

  /* ---- The other language, at the same heading ---- */

  const keepHeading = () => {
    for (const link of document.querySelectorAll("a.lang")) link.hash = location.hash;
  };

  /* ---- Contents: beside the text they are always open ---- */

  const startContents = () => {
    const contents = document.querySelector(".toc details");
    const beside = matchMedia("(min-width: 80rem)");
    const unfold = () => {
      contents.open = beside.matches;
    };
    if (!contents) return;
    unfold();
    beside.addEventListener("change", unfold);
  };

  const startTheme = () => {
    const button = document.querySelector("button.theme");
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", switchTheme);
  };

  const start = () => {
    words = document.body.dataset;
    live = make("div", { className: "quiet", role: "status" });
    document.body.append(live);
    startTheme();
    startContents();
    startTables();
    addRowLinks();
    keepHeading();
    addEventListener("hashchange", keepHeading);
    document.addEventListener("click", copyLink);
  };

  document.addEventListener("DOMContentLoaded", () => {
    try {
      start();
    } finally {
      root.dataset.js = "ready";
    }
  });
})();
