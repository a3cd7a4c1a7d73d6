// What scripts add to every page. Pages are complete without it.
'use strict';

// A choice of hour that goes there when it is let go of.
for (const slider of document.querySelectorAll('input[data-hours]')) {
  const hours = slider.dataset.hours.split(' ');
  const words = slider.dataset.words.split('|');
  const shown = document.getElementById(slider.getAttribute('aria-describedby'));
  slider.addEventListener('input', () => {
    shown.textContent = words[slider.value];
    slider.setAttribute('aria-valuetext', words[slider.value]);
  });
  slider.addEventListener('change', () => {
    // A choice of outlets stays.
    const query = new URLSearchParams(location.search);
    query.set('at', hours[slider.value]);
    location.assign(`${location.pathname}?${query}`);
  });
  slider.closest('[hidden]')?.removeAttribute('hidden');
}

// What is folded is printed unfolded, and folded again.
const unfolded = [];
addEventListener('beforeprint', () => {
  for (const folded of document.querySelectorAll('details:not([open], .danger)')) {
    folded.open = true;
    unfolded.push(folded);
  }
});
addEventListener('afterprint', () => {
  for (const details of unfolded.splice(0)) details.open = false;
});

// When somebody was here last, which the browser alone remembers: a visit ends with half an hour without a page.
const VISIT_PAUSE_MS = 30 * 60 * 1000;
const nowMs = Math.floor(performance.timeOrigin);
let visitBefore = null;
try {
  const seen = JSON.parse(localStorage.getItem('visit') ?? '{}');
  const isNew = !(nowMs - seen.last < VISIT_PAUSE_MS);
  visitBefore = (isNew ? seen.last : seen.before) ?? null;
  localStorage.setItem('visit', JSON.stringify({ last: nowMs, before: visitBefore }));
} catch {
  // Where nothing may be kept, the links remain.
}
const visit = document.querySelector('[data-visit]');
const visitMs = Math.max(visitBefore ?? nowMs, nowMs - 31 * 24 * 60 * 60 * 1000 + 60_000);
if (visit !== null && visitBefore !== null && visitMs < nowMs - 60_000) {
  const from = new Date(visitMs).toISOString();
  const link = visit.querySelector('a');
  link.href = `/since/?from=${encodeURIComponent(from)}`;
  const when = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(visitMs);
  link.textContent = link.textContent.replace('(\u2026)', `(${when})`).replace('（\u2026）', `（${when}）`);
  visit.hidden = false;
  if (visit.dataset.visit === 'open') location.replace(link.href);
}

// Where the entry of the navigation that is open lies beyond the edge of a small screen.
document.querySelector('.nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
