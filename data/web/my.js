// Passkeys: what a page asks for is shown to the device, and its answer is sent on.
'use strict';

const fromText = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

const send = async (place, values) => {
  const body = new URLSearchParams({ csrf: place.dataset.csrf, ...values });
  const answer = await fetch(place.dataset.to, { method: 'POST', body });
  return answer.json();
};

const named = (list) => (list ?? []).map((one) => ({ ...one, id: fromText(one.id) }));

const answerOf = ({ id, type, response }, names) => {
  const parts = Object.fromEntries(
    names.filter((name) => response[name]).map((name) => [name, toText(response[name])]),
  );
  const transports = response.getTransports?.();
  return JSON.stringify({
    id,
    rawId: id,
    type,
    clientExtensionResults: {},
    response: { ...parts, ...(transports && { transports }) },
  });
};

const register = async (place) => {
  const options = await send(place, { do: 'passkey-options' });
  const publicKey = {
    ...options,
    challenge: fromText(options.challenge),
    user: { ...options.user, id: fromText(options.user.id) },
    excludeCredentials: named(options.excludeCredentials),
  };
  const made = await navigator.credentials.create({ publicKey });
  const answer = answerOf(made, ['clientDataJSON', 'attestationObject']);
  return send(place, { do: 'add-passkey', answer, label: place.querySelector('input').value });
};

const question = async (place) => {
  const options = await send(place, { do: 'question' });
  const publicKey = {
    ...options,
    challenge: fromText(options.challenge),
    allowCredentials: named(options.allowCredentials),
  };
  const shown = await navigator.credentials.get({ publicKey });
  const names = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'];
  return send(place, { do: 'passkey', answer: answerOf(shown, names), next: place.dataset.next });
};

// A list of feeds out of a file: of it, the addresses alone, so that long lists fit into the form.
for (const place of document.querySelectorAll('[data-fills]')) {
  const target = document.getElementById(place.dataset.fills);
  place.hidden = false;
  place.querySelector('input').addEventListener('change', async ({ target: { files } }) => {
    const text = await files[0].text();
    const list = new DOMParser().parseFromString(text, 'text/xml');
    const outlines = [...list.querySelectorAll('outline[xmlUrl], outline[htmlUrl]')];
    const lines = outlines.map((one) => one.getAttribute('htmlUrl') || one.getAttribute('xmlUrl'));
    target.value = lines.length > 0 ? lines.join('\n') : text;
  });
}

// Passkeys belong to names; at an address of numbers a browser refuses them.
const hasName = !/^[\d.]+$|^\[/.test(location.hostname);

for (const place of document.querySelectorAll('[data-numeric]')) place.hidden = hasName;

for (const place of document.querySelectorAll('[data-passkey]')) {
  if (!window.PublicKeyCredential || !hasName) continue;
  place.hidden = false;
  const fault = place.querySelector('[role="alert"]');
  place.querySelector('button').addEventListener('click', async () => {
    fault.hidden = true;
    try {
      const { to } = await (place.dataset.passkey === 'register' ? register : question)(place);
      if (!to) throw new Error('refused');
      location.assign(to);
    } catch {
      fault.hidden = false;
    }
  });
}
