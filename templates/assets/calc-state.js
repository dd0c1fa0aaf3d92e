/* The calculator's state as text: the query of its address, and nothing else. Keys are the ids of the fields, in a fixed order;
 * what has its initial value is left out, so that equal states have equal addresses. Values are checked one by one: what is
 * wrong is reported and falls back to its initial value, the rest of the link still holds.
 *
 *     {model, architecture: {…}, stack, workload: {…}, run: {…}, demand: {bf16, fp8, erdma, interconnects: […], min_gpus},
 *      machines, on, type, prices: {type: {…}}, catalog}
 *
 * The digest of the catalogue (or "latest") stands last, so that a link without it is known to be cut.
 *
 * model "" is the initial model, "custom" that of `architecture`; workload, run, architecture and prices hold only what differs. */
(() => {
  "use strict";

  const CHIPFIRST = (self.CHIPFIRST ??= {});
  const LIMIT = 2 ** 53;
  const DIGEST = /^[0-9a-f]{12}$/;
  const LATEST = "latest"; /* in links of this site itself, which are not about one catalogue */
  const SWITCHES = ["bf16", "fp8", "erdma"];

  const initial = (data) => {
    const usual = data.models.find((model) => model.id === "qwen2.5-7b") ?? data.models.find((model) => model.modelled);
    return usual?.id ?? "";
  };

  const empty = () => ({
    model: "", architecture: {}, stack: "", workload: {}, run: {}, demand: { interconnects: [], min_gpus: 0 }, machines: 1, on: "", type: "", prices: {}, catalog: "",
  });

  /* ---- Values */

  const number = (text, whole) => {
    if (!/^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return null;
    const value = Number(text);
    return value <= LIMIT && (!whole || Number.isInteger(value)) ? value : null;
  };

  const truth = (text) => (text === "1" || text === "true" ? true : text === "0" || text === "false" ? false : null);

  /* What a text means in a field of data.fields; null when it means nothing. */
  const valueOf = (data, field, text) => {
    if (field.kind === "count" || field.kind === "number") return number(text, field.kind === "count");
    if (field.kind === "bool") return truth(text);
    return data.enums[field.kind].includes(text) ? text : null;
  };

  const textOf = (value) => (value === true ? "1" : value === false ? "0" : String(value));

  /* Its value before the reader's own: the stack's, else the initial one. */
  const baseOf = (data, state, group, field) => {
    const stack = group === "workload" && data.stacks.find((one) => one.id === state.stack);
    return stack && field.id in stack.switches ? stack.switches[field.id] : field.initial;
  };

  /* Sets one field of a group; a value that is the base anyway is not kept. */
  const set = (data, state, group, id, value) => {
    const field = data.fields[group].find((one) => one.id === id);
    if (value === null || value === baseOf(data, state, group, field)) delete state[group === "model" ? "architecture" : group][id];
    else state[group === "model" ? "architecture" : group][id] = value;
  };

  const setPrice = (data, state, type, id, value) => {
    const field = data.fields.prices.find((one) => one.id === id);
    const own = (state.prices[type] ??= {});
    if (value === null || value === field.initial) delete own[id];
    else own[id] = value;
    if (Object.keys(own).length === 0) delete state.prices[type];
  };

  /* ---- Reading: each rule takes a pair it knows; false: the value is wrong */

  const readNames = (data, state, key, text) => {
    const lists = { model: data.models, stack: data.stacks, on: data.chips, type: data.types };
    if (!Object.hasOwn(lists, key)) return null;
    if (!lists[key].some((one) => one.id === text) && !(key === "model" && text === "custom")) return false;
    state[key] = key === "model" && text === initial(data) ? "" : text;
    return true;
  };

  const readDemand = (data, state, key, text) => {
    if (SWITCHES.includes(key)) {
      const value = truth(text);
      if (value) state.demand[key] = true;
      return value !== null;
    }
    if (key === "interconnect") {
      const links = text.split(",");
      if (!links.every((one) => data.enums.interconnect.includes(one))) return false;
      state.demand.interconnects = data.enums.interconnect.filter((one) => links.includes(one));
      return true;
    }
    if (key !== "min_gpus" && key !== "machines") return null;
    const count = number(text, true);
    if (count === null || (key === "machines" && count < 1)) return false;
    if (key === "machines") state.machines = count;
    else state.demand.min_gpus = count;
    return true;
  };

  const readField = (data, state, key, text) => {
    for (const group of ["workload", "run", "model"]) {
      const field = data.fields[group].find((one) => one.id === key);
      if (!field) continue;
      const value = valueOf(data, field, text);
      if (value !== null) set(data, state, group, key, value);
      return value !== null;
    }
    return null;
  };

  const readPrice = (data, state, key, text) => {
    const dot = key.indexOf(".");
    const id = key.slice(0, Math.max(dot, 0));
    const type = key.slice(dot + 1);
    if (!data.fields.prices.some((one) => one.id === id) || !data.types.some((one) => one.id === type)) return null;
    const value = number(text, false);
    if (value !== null) setPrice(data, state, type, id, value);
    return value !== null;
  };

  const readCatalog = (data, state, key, text) => {
    if (key !== "catalog") return null;
    if (DIGEST.test(text)) state.catalog = text;
    return DIGEST.test(text) || text === LATEST;
  };

  const rules = [readNames, readDemand, readField, readPrice, readCatalog];

  /* The stack and the model are read before what overrides them, wherever they stand. */
  const isFirst = ([key]) => key === "stack" || key === "model";

  /* {state, faults: [{key, value, fault}]}; fault: "unknown_key", "bad_value", "twice", "cut" (the end of the link is missing). */
  const read = (data, query) => {
    const state = empty();
    const faults = [];
    const pairs = [...new URLSearchParams(query)];
    const seen = new Set();
    for (const [key, value] of [...pairs.filter(isFirst), ...pairs.filter((pair) => !isFirst(pair))]) {
      if (key === "" && value === "") continue;
      if (seen.has(key)) {
        faults.push({ key, value, fault: "twice" });
        continue;
      }
      seen.add(key);
      const verdict = rules.map((rule) => rule(data, state, key, value)).find((answer) => answer !== null);
      if (verdict === undefined) faults.push({ key, value, fault: "unknown_key" });
      else if (!verdict) faults.push({ key, value, fault: key === "catalog" ? "cut" : "bad_value" });
    }
    if (seen.size > 0 && !seen.has("catalog")) faults.push({ key: "catalog", value: "", fault: "cut" });
    if (state.model !== "custom" && Object.keys(state.architecture).length > 0) {
      for (const key of Object.keys(state.architecture)) faults.push({ key, value: textOf(state.architecture[key]), fault: "bad_value" });
      state.architecture = {};
    }
    return { state, faults };
  };

  /* ---- Writing */

  const pairsOf = (data, state) => {
    const pairs = [];
    const add = (key, value, without) => value !== without && value !== undefined && pairs.push([key, textOf(value)]);
    const fields = (group, values, suffix = "") => {
      for (const field of data.fields[group]) if (field.id in values) add(field.id + suffix, values[field.id]);
    };
    add("model", state.model, "");
    fields("model", state.model === "custom" ? state.architecture : {});
    add("stack", state.stack, "");
    fields("workload", state.workload);
    fields("run", state.run);
    for (const key of SWITCHES) if (state.demand[key]) add(key, true);
    add("interconnect", state.demand.interconnects.join(","), "");
    add("min_gpus", state.demand.min_gpus, 0);
    add("machines", state.machines, 1);
    add("on", state.on, "");
    add("type", state.type, "");
    for (const type of Object.keys(state.prices).sort()) fields("prices", state.prices[type], "." + type);
    return pairs;
  };

  /* The query without its question mark; "" for the initial state. The digest stands last: without it the end is missing. */
  const write = (data, state) => {
    const pairs = pairsOf(data, state);
    if (pairs.length > 0 || state.catalog) pairs.push(["catalog", state.catalog || data.digest]);
    return pairs.map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2C", ",")}`).join("&");
  };

  CHIPFIRST.state = { empty, initial, read, write, pairsOf, set, setPrice, baseOf, valueOf, number, textOf };
})();
