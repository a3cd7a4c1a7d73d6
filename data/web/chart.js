// Draws the series of a table as a chart that can be read point by point (uPlot). The page comes with
// a drawing of its own, so uPlot is loaded when the page is complete and the browser has time.
'use strict';

const draw = (table) => {
  const figure = document.getElementById(table.dataset.chart);
  const names = [...table.tHead.rows[0].cells].slice(1).map((cell) => cell.textContent);
  const rows = [...table.tBodies[0].rows];
  const numberOf = (cell) => (cell.dataset.n === undefined ? null : Number(cell.dataset.n));
  const data = [
    rows.map((row) => Date.parse(row.cells[0].querySelector('time').dateTime) / 1000),
    ...names.map((_, at) => rows.map((row) => numberOf(row.cells[at + 1]))),
  ];
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const axis = { stroke: colour('--ink-soft'), grid: { stroke: colour('--rule'), width: 1 }, ticks: { show: false } };
  const strokes = ['--accent', '--ink-soft', '--blue', '--green'].map(colour);
  // A date whose hours are those of the place, whatever zone the browser is in.
  const local = (seconds) => {
    const date = new Date(seconds * 1000);
    return new Date(date.getTime() + (Number(table.dataset.zone) + date.getTimezoneOffset()) * 60_000);
  };
  const days = new Intl.DateTimeFormat(document.documentElement.lang, { month: 'short', day: 'numeric' });
  const textOf = (seconds) => {
    const date = local(seconds);
    return date.getHours() === 0 ? days.format(date) : `${date.getHours()}:00`;
  };
  const chart = new uPlot(
    {
      width: figure.clientWidth,
      height: 240,
      tzDate: local,
      series: [
        { label: table.tHead.rows[0].cells[0].textContent, value: '{YYYY}-{MM}-{DD} {HH}:{mm}' },
        ...names.map((label, at) => ({ label, stroke: strokes[at % strokes.length], width: at === 0 ? 2 : 1.25, points: { show: false } })),
      ],
      axes: [{ ...axis, values: (_, times) => times.map(textOf) }, { ...axis, size: 40 }],
    },
    data,
    (self, init) => {
      figure.replaceChildren(self.root);
      init();
    },
  );
  new ResizeObserver(() => chart.setSize({ width: figure.clientWidth, height: 240 })).observe(figure);
};

const loaded = (element) =>
  new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = reject;
    document.head.append(element);
  });

const begin = async () => {
  for (const table of document.querySelectorAll('table[data-chart]')) {
    await Promise.all([
      loaded(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: table.dataset.style })),
      loaded(Object.assign(document.createElement('script'), { src: table.dataset.script })),
    ]);
    draw(table);
  }
};

const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(begin);
if (document.readyState === 'complete') whenIdle();
else addEventListener('load', whenIdle, { once: true });
