/**
 * Escapes texts for HTML and XML.
 *
 * Invariants: no text opens or closes an element, an attribute, a CDATA section or a script; characters
 * that XML cannot contain are left out of XML.
 */
import { escapeQuoted } from '../../src/kernel/markup.js';

/** XML 1.0 excludes most control characters, lone surrogates and two non-characters. */
const NOT_XML =
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text inside an element of a page, or in an attribute with quotation marks of either kind. */
export function html(text: string): string {
  return escapeQuoted(text).replaceAll("'", '&#39;');
}

/** The same in XML. A bare carriage return would be read as a line feed. */
export function xml(text: string): string {
  return html(text.replace(NOT_XML, '')).replaceAll('\r', '&#13;');
}

export function cdata(text: string): string {
  return `<![CDATA[${text.replace(NOT_XML, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** JSON inside a script element: no text of the JSON can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** An element with a text, or nothing where there is no text. */
export function element(name: string, text: string | null, attributes = ''): string {
  return text === null ? '' : `<${name}${attributes}>${xml(text)}</${name}>`;
}

export function anchor(url: string, text: string, attributes = ''): string {
  return `<a href="${html(url)}"${attributes}>${html(text)}</a>`;
}
