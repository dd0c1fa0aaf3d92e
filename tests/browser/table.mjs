// What a reader does with a sortable table and what then can be seen, for the tests.

/* The rows that are shown, as the text of their cells. A cell's text is what it was before the script added to it. */
export function rowsOf(page, id) {
  return page.evaluate((table) => {
    const own = (cell) => {
      const copy = cell.cloneNode(true);
      for (const added of copy.querySelectorAll('.anchor, button')) added.remove();
      return copy.textContent.trim().replace(/\s+/g, ' ');
    };
    return [...document.getElementById(table).tBodies[0].rows]
      .filter((row) => row.getClientRects().length > 0)
      .map((row) => [...row.cells].map(own));
  }, id);
}

/* Text of one column of the rows that are shown, top to bottom. */
export async function columnOf(page, id, column) {
  return (await rowsOf(page, id)).map((row) => row[column]);
}

/* The aria-sort of each header, "" where there is none. */
export function sortsOf(page, id) {
  return page.evaluate((table) => [...document.getElementById(table).tHead.rows[0].cells].map((th) => th.getAttribute('aria-sort') ?? ''), id);
}

export function buttonOf(page, id, column) {
  return page.locator(`#${id} > thead th:nth-child(${column + 1}) button`);
}

/* Presses the header's button until the column is sorted `direction`: "ascending" or "descending". */
export async function sortBy(page, id, column, direction) {
  for (let presses = 0; presses < 3; presses++) {
    await buttonOf(page, id, column).click();
    if ((await sortsOf(page, id))[column] === direction) return;
  }
  throw new Error(`three presses on column ${column} of ${id} never sort it ${direction}`);
}

/* A picture of the header, neither pointed at nor focused. */
export async function headerPicture(page, id, column) {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement.blur());
  const picture = await page.locator(`#${id} > thead th:nth-child(${column + 1})`).screenshot({ animations: 'disabled' });
  return picture.toString('base64');
}

/* The field that filters the page's only sortable table. */
export function filterOf(page) {
  return page.locator('main input');
}

/* All that the page says through its live regions. */
export function said(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('[aria-live="polite"], [role="status"], output')]
      .map((region) => region.textContent.trim())
      .filter((text) => text)
      .join('\n'),
  );
}

export function queryOf(page) {
  return new URL(page.url()).search;
}
