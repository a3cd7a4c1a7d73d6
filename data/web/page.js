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

// Where the entry of the navigation that is open lies beyond the edge of a small screen.
document.querySelector('.nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
