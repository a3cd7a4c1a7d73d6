/**
 * Errors about media that there are not, in one wording.
 */
import { type HttpError, invalidQuery, notFound, quoted } from '../../http/errors.js';

/** 404 where the path names the media. */
export function noSuchMedia(code: string): HttpError {
  return notFound(messageOf('media', code));
}

/** 400 where the parameter `name` does. */
export function unknownMedia(name: string, code: string): HttpError {
  return invalidQuery(messageOf(name, code));
}

function messageOf(name: string, code: string): string {
  return `${name}: there is no media ${quoted(code)}; /api/v1/media lists the codes`;
}
