/* The calculator: form to state to engine to tables. It computes nothing itself: every number and digit is the engine's
 * (sizing core in WebAssembly), every word one of CHIPFIRST.strings, every element made by hand, never from markup. */
(() => {
  "use strict";

  const CHIPFIRST = self.CHIPFIRST ?? {};
  const ROWS = 10;
  let engine = null;
  let data = null;
  let state = null;
  let faults = [];
  let result = null;
  let showAll = new Set();
  let committed = "";
  let typedIn = null; /* the input that the reader is typing in; it is left alone */
  const labels = new Map(); /* of the fields, as the form has them */
  const valueLabels = new Map(); /* "field value" to the text of the option */

  /* ---- Words, digits, elements */

  const text = (key) => CHIPFIRST.strings[key] ?? key;
  const fill = (pattern, values) => pattern.replace(/\{(\d)\}/g, (slot, i) => values[i] ?? slot);
  const word = (key, ...values) => fill(text(key), values);
  const label = (id) => labels.get(id) ?? text("field." + id);

  const digits = (value, decimals = 0) => engine.digits(value, decimals, "readable");
  const gib = (bytes) => engine.digits(bytes, 0, "bytes");
  const rounded = (value) => engine.digits(value, 0, "rounded");
  const range = (low, high) => fill(text("speed.range"), [rounded(low), rounded(high)]);

  const make = (tag, properties = {}, ...children) => {
    const { data: own, ...rest } = properties;
    const element = Object.assign(document.createElement(tag), rest);
    Object.assign(element.dataset, own);
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  };

  const drawing = (tag, attributes, ...children) => {
    const element = document.createElementNS(document.querySelector(".calc-drawing").namespaceURI, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  const at = (id) => document.getElementById(id);
  const place = (id, ...children) => at(id).querySelector("div").replaceChildren(...children);
  const button = (name, action, properties = {}) => {
    const element = make("button", { type: "button", ...properties }, name);
    element.addEventListener("click", action);
    return element;
  };
  const link = (folder, id, name = id) => make("a", { href: `${folder}/${encodeURIComponent(id)}.html`, className: name === id ? "id" : "" }, name);

  const typeOf = (id) => data.types.find((type) => type.id === id);
  const chipName = (id) => data.chips.find((chip) => chip.id === id)?.name ?? text("value.not_published_short");
  const modelName = (id) => data.models.find((model) => model.id === id)?.name ?? id;

  const valueText = (field, value) => {
    if (value === null || value === undefined) return text("calc.unset");
    if (value === true || value === false) return text(value ? "value.yes" : "value.no");
    if (typeof value === "number") return digits(value, 6);
    return valueLabels.get(`${field.id} ${value}`) ?? value;
  };

  const fieldOf = (group, id) => data.fields[group].find((field) => field.id === id);
  const groupOf = (id) => ["workload", "run", "prices", "model"].find((group) => fieldOf(group, id));

  /* ---- The state as the engine takes it */

  const modelId = () => state.model || CHIPFIRST.state.initial(data);
  const isCustom = () => state.model === "custom";
  const currentName = () => (isCustom() ? word("custom") : modelName(modelId()));
  const isOwnLayout = () => (state.workload.gpus ?? 1) > 1;

  const question = (more = {}) => ({
    model: isCustom() ? state.architecture : modelId(),
    stack: state.stack || undefined,
    workload: state.workload,
    run: state.run,
    demand: state.demand,
    prices: state.prices,
    machines: state.machines,
    with_changes: true,
    ...more,
  });

  /* ---- Form: the state into the inputs */

  const controls = (name) => [...at("calc-form").elements].filter((control) => control.name === name);

  const setControl = (name, value) => {
    for (const control of controls(name)) {
      if (control.type === "radio") control.checked = control.value === value;
      else if (control.type === "checkbox") control.checked = Array.isArray(value) ? value.includes(control.value) : value === true;
      else if (control !== typedIn) control.value = value ?? "";
    }
  };

  const fillForm = () => {
    const workload = engine.workload(question());
    for (const field of data.fields.workload) setControl(field.id, workload[field.id]);
    for (const field of data.fields.run) setControl(field.id, state.run[field.id] ?? field.initial);
    const model = engine.model(question());
    for (const field of data.fields.model) setControl(field.id, model[field.id]);
    for (const id of ["bf16", "fp8", "erdma"]) setControl(id, state.demand[id] === true);
    setControl("interconnect", state.demand.interconnects);
    setControl("min_gpus", state.demand.min_gpus);
    for (const id of ["machines", "stack", "on"]) setControl(id, state[id]);
    setControl("layout", isOwnLayout() ? "own" : "auto");
    setControl("model", modelId());
    if (isCustom()) at("custom").open = true;
    fillPrices();
    showModel(model);
  };

  const fillPrices = () => {
    const own = state.prices[chosenId()] ?? {};
    for (const field of data.fields.prices) setControl(field.id, own[field.id] ?? field.initial);
  };

  const showModel = (model) => {
    const facts = at("model-facts");
    if (isCustom()) facts.replaceChildren(word("custom_facts", digits(model.layers ?? 0), digits(model.hidden_size ?? 0)));
    else facts.replaceChildren(link("models", modelId(), modelName(modelId())), " ", word("model_facts", digits(model.params_total ?? 0), digits(model.layers ?? 0), digits(model.max_context ?? 0)));
  };

  /* ---- Form: an input into the state */

  /* The models that a name means: the one that is called so, else all with each of its words in id or name. */
  const modelsCalled = (name) => {
    const wanted = name.trim().toLowerCase();
    if (wanted === "custom") return [{ id: "custom" }];
    const texts = ({ id, name: title }) => [id, title.toLowerCase()];
    const exact = data.models.find((model) => texts(model).includes(wanted));
    if (exact) return [exact];
    const words = wanted.split(/\s+/);
    return data.models.filter((model) => words.every((part) => texts(model).some((one) => one.includes(part))));
  };

  const isEncoder = () => engine.model(question()).architecture === "encoder" && engine.workload(question()).method === "inference";

  const stillThat = () => word("still", currentName());

  const offerModels = (models) => at("model-facts").replaceChildren(...models.map(({ id, name }) => button(name, () => {
    takeModel(id);
    change();
    at("model").focus();
  })));

  const takeModel = (name) => {
    const [found, ...others] = modelsCalled(name);
    if (!found) return word("no_model", name) + stillThat();
    if (others.length) {
      offerModels([found, ...others]);
      return word("models_match", digits(others.length + 1), name) + stillThat();
    }
    if (found.id === "custom" && !isCustom()) state.architecture = { ...data.models.find((model) => model.id === modelId())?.fields };
    if (found.id !== "custom") state.architecture = {};
    state.model = found.id === CHIPFIRST.state.initial(data) ? "" : found.id;
    return "";
  };

  const takeDemand = (control) => {
    if (control.name === "interconnect") {
      const links = controls("interconnect").filter((one) => one.checked);
      state.demand.interconnects = links.map((one) => one.value);
    } else if (control.checked) state.demand[control.name] = true;
    else delete state.demand[control.name];
    return "";
  };

  const takeCount = (control, least) => {
    const count = control.value === "" ? least : CHIPFIRST.state.number(control.value, true);
    if (count === null || count < least) return word("not_whole", digits(least));
    if (control.name === "machines") state.machines = count;
    else state.demand[control.name] = count;
    return "";
  };

  const valueIn = (control, field) => {
    if (control.type === "checkbox") return control.checked;
    if (control.value === "") return null;
    return CHIPFIRST.state.valueOf(data, field, control.value);
  };

  const takeField = (control) => {
    const group = groupOf(control.name);
    const field = fieldOf(group, control.name);
    const value = valueIn(control, field);
    if (value === null && control.value !== "") return word(field.kind === "count" ? "not_whole" : "not_number", "0");
    if (group === "prices") {
      state.type = chosenId();
      CHIPFIRST.state.setPrice(data, state, state.type, field.id, value);
      return "";
    }
    if (group === "model" && !isCustom()) takeModel("custom");
    CHIPFIRST.state.set(data, state, group, field.id, value);
    return "";
  };

  /* Overrides that the new stack sets anyway are no overrides any more. */
  const takeStack = (control) => {
    state.stack = control.value;
    for (const [id, value] of Object.entries(state.workload)) CHIPFIRST.state.set(data, state, "workload", id, value);
    return "";
  };

  const LAYOUT = ["gpus", "tensor_parallel", "zero_stage"];

  /* A layout of one's own begins with the one that was found. */
  const takeLayout = (control) => {
    const found = layoutOf(result?.chosen);
    for (const id of LAYOUT) CHIPFIRST.state.set(data, state, "workload", id, control.value === "own" ? (found[id] ?? null) : null);
    if (control.value === "own" && !isOwnLayout()) CHIPFIRST.state.set(data, state, "workload", "gpus", 2);
    return "";
  };

  const take = (control) => {
    switch (control.name) {
      case "model": return takeModel(control.value);
      case "stack": return takeStack(control);
      case "layout": return takeLayout(control);
      case "on": state.on = control.value; return "";
      case "bf16": case "fp8": case "erdma": case "interconnect": return takeDemand(control);
      case "machines": return takeCount(control, 1);
      case "min_gpus": return takeCount(control, 0);
      default: return takeField(control);
    }
  };

  /* What is wrong with an input, beside it and said with it. */
  const mark = (name, message) => {
    const help = at("help-" + name);
    help?.parentElement.querySelector(".field-error")?.remove();
    if (message) help?.after(make("p", { className: "field-error", id: name + "-error" }, message));
    for (const control of controls(name)) {
      control.setAttribute("aria-invalid", String(message !== ""));
      control.setAttribute("aria-describedby", message ? `${help.id} ${name}-error` : help.id);
    }
  };

  const unmark = () => {
    for (const control of at("calc-form").querySelectorAll('[aria-invalid="true"]')) mark(control.name, "");
  };

  /* ---- Address: one step of the history for each field that was changed, however many letters it took */

  const address = (of = state) => {
    const query = CHIPFIRST.state.write(data, { ...of, catalog: "" });
    return location.pathname + (query && "?" + query);
  };

  const permalink = () => new URL(address(), location.href).href;

  const visit = (step) => {
    const next = address();
    if (next === location.pathname + location.search) return;
    try {
      history[step ? "pushState" : "replaceState"](null, "", next);
    } catch {
      /* some browsers do not let a file change its address: the page works all the same */
    }
  };

  const showLanguage = () => {
    for (const other of document.querySelectorAll("a.lang")) other.search = location.search;
  };

  const load = () => {
    ({ state, faults } = CHIPFIRST.state.read(data, location.search));
    committed = "";
    typedIn = null;
    showAll = new Set();
    refresh();
  };

  /* ---- One round: everything from the state */

  const shown = (index) => !state.on || data.types[index].chip === state.on;

  const compute = () => {
    const ranked = engine.rank(question());
    if (ranked.error) return { error: ranked.error };
    const order = ranked.order.filter(shown).map((index) => ranked.types[index]);
    const fitting = order.filter((answer) => answer.fits);
    const chosen = ranked.types.find((answer) => answer.id === state.type) ?? fitting[0] ?? null;
    return { order, fitting, failing: order.filter((answer) => !answer.fits), chosen };
  };

  const chosenId = () => state.type || result?.chosen?.id || "";

  /* The workload in the layout that the answer speaks of. */
  const layoutOf = (answer) => {
    const workload = { ...state.workload };
    if (answer?.gpus > 0) Object.assign(workload, { gpus: Math.max(answer.gpus, 1), tensor_parallel: answer.tensor_parallel || 1, zero_stage: answer.zero_stage });
    return workload;
  };

  const refresh = () => {
    result = compute();
    fillForm();
    unmark();
    showLanguage();
    renderSet();
    renderFaults();
    if (result.error) {
      renderError(result.error);
      return;
    }
    result.advice = result.chosen ? engine.advise(question(), result.chosen.id) : null;
    result.estimate = engine.estimate(question({ workload: layoutOf(result.chosen) }));
    CHIPFIRST.views.render(view());
    document.querySelector("main").dataset.calc = "ready";
  };

  const parts = ["memory", "types", "others", "chips", "chosen", "review"];

  const renderError = ({ reason, field }) => {
    const message = `${label(field)} ${text("reason." + reason)}`;
    const fold = controls(field)[0]?.closest("details");
    mark(field, message);
    if (fold) fold.open = true;
    at("verdict").replaceChildren(callout("correction", word("error"), make("p", {}, word("error_text", message))));
    for (const id of parts) at(id).hidden = true;
    document.querySelector("main").dataset.calc = "ready";
    showBottom(message);
  };

  const showBottom = (message) => {
    const bottom = document.querySelector(".calc-bottom");
    bottom.hidden = false;
    bottom.textContent = message;
  };

  const callout = (kind, title, ...children) =>
    make("div", { className: "callout " + kind, role: "note", ariaLabel: title }, make("p", { className: "callout-word" }, title), make("div", { className: "callout-body" }, ...children));

  /* What differs from the initial state, each with a way back (and none that the address does not show). */
  const settings = () => {
    const pairs = CHIPFIRST.state.pairsOf(data, state).filter(([key]) => !(isCustom() && groupOf(key) === "model"));
    return pairs.map(([key, value]) => {
      const [id, ...type] = key.split(".");
      const group = groupOf(id);
      const field = group && fieldOf(group, id);
      const shownValue = field ? valueText(field, CHIPFIRST.state.valueOf(data, field, value)) : settingText(id, value);
      return { key, id, name: label(id), value: shownValue, type: type.join(".") };
    });
  };

  const settingText = (id, value) => {
    if (id === "model") return value === "custom" ? word("custom") : modelName(value);
    if (id === "on") return chipName(value);
    if (id === "stack") return data.stacks.find((stack) => stack.id === value)?.name ?? value;
    if (id === "interconnect") return value.split(",").map((one) => valueLabels.get("interconnect " + one)).join(", ");
    if (["bf16", "fp8", "erdma"].includes(id)) return text("value.yes");
    return value;
  };

  /* Whether the form has the field and the chosen method and layout use it (calculator.css). */
  const isAsked = (id) => {
    const [control] = controls(id);
    for (let part = control?.closest("[data-only]"); part; part = part.parentElement.closest("[data-only]"))
      if (getComputedStyle(part).display === "none") return false;
    return Boolean(control);
  };

  const legendOf = (id) => controls(id)[0].closest("fieldset:has(> legend), details:has(> summary)").querySelector("legend, summary").textContent;

  /* Every field that the form asks with the chosen method, in its groups; prices stand with what was set. */
  const assumed = () => {
    const groups = new Map();
    const values = { model: isCustom() ? engine.model(question()) : {}, workload: engine.workload(question()), run: state.run };
    for (const [group, own] of Object.entries(values))
      for (const field of data.fields[group].filter(({ id }) => isAsked(id) && (group !== "model" || isCustom()))) {
        const name = legendOf(field.id);
        groups.set(name, [...(groups.get(name) ?? []), [label(field.id), valueText(field, own[field.id] ?? field.initial)]]);
      }
    return [...groups];
  };

  const drop = (key) => {
    const without = CHIPFIRST.state.pairsOf(data, state).filter(([one]) => one !== key && !(key === "model" && groupOf(one) === "model"));
    ({ state } = CHIPFIRST.state.read(data, new URLSearchParams(without).toString()));
    change();
  };

  const renderSet = () => {
    const list = settings();
    const items = list.map(({ key, name, value, type }) => {
      const remove = button(type ? word("set_of", name, value, type) : word("change", name, value), () => drop(key), { title: word("remove"), data: { key: "drop-" + key } });
      remove.append(make("span", { ariaHidden: "true" }, " ×"));
      return make("li", {}, remove);
    });
    const reset = make("a", { href: location.pathname }, word("reset"));
    at("set").replaceChildren(...(list.length ? [make("ul", { className: "calc-set", ariaLabel: word("set") }, ...items, make("li", {}, reset))] : []));
  };

  const renderFaults = () => {
    const notes = [];
    if (state.catalog && state.catalog !== data.digest) notes.push(callout("pitfall", word("other_catalog"), make("p", {}, word("other_catalog_text", state.catalog, data.digest))));
    if (faults.length) {
      const items = faults.map(({ key, value, fault }) => make("li", {}, make("code", {}, `${key}=${value}`.slice(0, 80)), word("fault_" + fault)));
      notes.push(callout("correction", word("faults"), make("p", {}, word("faults_text")), make("ul", {}, ...items)));
    }
    at("said").replaceChildren(...notes);
  };

  /* A change made by the reader: recompute, and a step of the history. */
  const change = () => {
    faults = [];
    state.catalog = "";
    typedIn = null;
    visit(true);
    refresh();
  };

  const machinesFor = (answer) => Math.ceil(answer.change.value / Math.max(typeOf(answer.id).gpus ?? 1, 1));

  const applyChange = (answer) => {
    const { field, value } = answer.change;
    if (field === "gpus" && !isOwnLayout()) {
      state.machines = machinesFor(answer);
      state.type = answer.id;
    } else {
      CHIPFIRST.state.set(data, state, "workload", field, value);
      if (field === "gpus" && engine.workload(question()).method === "inference") CHIPFIRST.state.set(data, state, "workload", "tensor_parallel", value);
    }
    change();
  };

  const choose = (id) => {
    state.type = id;
    change();
  };

  const addressOf = (id, part) => `${address({ ...state, type: id })}#${part}`;

  const setPrice = (id, value) => {
    CHIPFIRST.state.setPrice(data, state, id, "price_hour", value);
    change();
  };

  const more = (id) => {
    showAll.add(id);
    CHIPFIRST.views.render(view());
  };

  /* All that the views need (calculator-views.js). */
  const view = () => ({
    ...result, engine, data, state, settings: settings(), chips: engine.chips(question()), workload: engine.workload(question()), isEncoder: isEncoder(), modelName: currentName(), assumed,
    modelId: isCustom() ? "" : modelId(), permalink: permalink(), machinesFor, rows: (id) => (showAll.has(id) ? Infinity : ROWS), actions: { applyChange, choose, addressOf, setPrice, more, showBottom },
    tools: { text, word, label, fill, digits, gib, rounded, range, make, drawing, at, place, button, link, callout, typeOf, chipName, valueText, fieldOf },
  });

  /* ---- Start */

  const onInput = (event) => {
    const control = event.target;
    if (!control.name) return;
    if (control.name === "model" && event.type === "input" && !isModel(control.value)) return;
    const message = take(control);
    if (message) {
      mark(control.name, message);
      return;
    }
    faults = [];
    state.catalog = "";
    visit(committed !== control.name);
    committed = event.type === "change" ? "" : control.name;
    typedIn = event.type === "change" ? null : control;
    refresh();
  };

  const isModel = (name) => name === "custom" || data.models.some((model) => model.id === name);

  /* Each explanation is said with its input, and the labels are learnt: they name the fields in results, too. */
  const readForm = () => {
    for (const help of at("calc-form").querySelectorAll("div > small")) {
      const named = help.parentElement.querySelector("input, select, textarea");
      const group = named.closest("[role]");
      const name = named.name || named.id;
      help.id = "help-" + name;
      (group ?? named).setAttribute("aria-describedby", help.id);
      labels.set(name, group?.ariaLabel ?? named.labels[0].firstChild.textContent.trim() ?? name);
      if (named.type === "checkbox" && !group) labels.set(name, named.labels[0].textContent.trim());
      for (const option of named.options ?? []) valueLabels.set(`${name} ${option.value}`, option.text);
      for (const one of group?.querySelectorAll("[name]") ?? []) valueLabels.set(`${name} ${one.value}`, one.labels[0].textContent.trim());
    }
  };

  const addRecords = () => {
    const add = (into, list) => into.append(...list.map(({ id, name }) => make("option", { value: id }, name)));
    add(at("models"), [{ id: "custom", name: word("custom") }, ...data.models]);
    add(controls("stack")[0], data.stacks);
    add(controls("on")[0], data.chips);
  };

  /* The list of models is filtered by what stands in the field: it is emptied for choosing, and put back afterwards. */
  const startSearch = () => {
    const search = at("model");
    search.addEventListener("focus", () => {
      search.placeholder = search.value;
      search.value = "";
    });
    search.addEventListener("blur", () => {
      if (!search.value) search.value = modelId();
      search.placeholder = "";
    });
    /* Enter in a field of a form without a button to send it says nothing by itself. */
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && search.value) onInput({ target: search, type: "change" });
    });
  };

  /* Loaded when it is asked for. */
  const needConfig = () =>
    CHIPFIRST.config ? Promise.resolve() : new Promise((resolve, reject) => document.head.append(make("script", { src: at("config-script").href, onload: resolve, onerror: reject })));

  const startPaste = () => {
    at("paste-use").addEventListener("click", async () => {
      await needConfig();
      const { fields, problems, notes } = CHIPFIRST.config(at("paste").value, data);
      const items = (list, kind) => list.map((item) => make("li", { className: kind }, word("config_" + item.id, item.key ?? "", item.value ?? "")));
      at("paste-said").replaceChildren(make("ul", {}, ...items(problems, "bad"), ...items(notes, "")));
      if (problems.length) {
        at("paste-said").append(make("p", {}, stillThat()));
        return;
      }
      takeModel("custom");
      state.architecture = {};
      for (const [id, value] of Object.entries(fields)) CHIPFIRST.state.set(data, state, "model", id, value);
      change();
    });
  };

  const start = async () => {
    if (!CHIPFIRST.start || !CHIPFIRST.state || !CHIPFIRST.views) throw new Error("a script is missing");
    engine = await CHIPFIRST.start();
    data = engine.data;
    readForm();
    addRecords();
    startSearch();
    startPaste();
    const form = at("calc-form");
    form.addEventListener("input", onInput);
    form.addEventListener("change", onInput);
    form.addEventListener("submit", (event) => event.preventDefault());
    addEventListener("popstate", load);
    load();
  };

  start().catch((error) => {
    document.querySelector("main").dataset.calc = "missing";
    console.warn(error.message);
  });
})();
