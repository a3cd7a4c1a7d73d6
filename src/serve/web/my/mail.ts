/** Texts of mails. */
import type { Language } from '../viewer.js';

export function signInMail(
  language: Language,
  address: string,
  publicUrl: string,
): { subject: string; text: string } {
  if (language === 'zh') {
    return {
      subject: 'Tagwire 登入連結',
      text: [
        `請在要求這封信的瀏覽器打開下面的連結，登入 ${publicUrl}：`,
        '',
        address,
        '',
        '連結 15 分鐘內有效，只能用一次。如果你沒有要求登入，請不要理會這封信。',
        '',
      ].join('\n'),
    };
  }
  return {
    subject: 'Your Tagwire sign-in link',
    text: [
      `Open this link in the browser where you asked for it, to sign in to ${publicUrl}:`,
      '',
      address,
      '',
      'It is good for 15 minutes, once. If you did not ask for it, leave this mail alone.',
      '',
    ].join('\n'),
  };
}

/** Form of a login that is a mail address. */
export const MAILBOX = /^[^\s@,;<>"()]+@[^\s@,;<>"()]+$/;

/** The mail with new articles of a question; `unsubscribe` is a link that ends these mails. */
export function questionMail(
  question: string,
  articles: readonly { title: string; source: string; url: string }[],
  more: number,
  { publicUrl, unsubscribe }: { publicUrl: string; unsubscribe: string },
): { subject: string; text: string; headers: { [name: string]: string } } {
  const plain = (text: string): string => text.replace(/[\s\p{C}]+/gu, ' ').trim();
  return {
    subject: `${plain(question)}: ${articles.length + more}`,
    text: [
      ...articles.flatMap(({ title, source, url }) => [
        `${plain(title)} (${plain(source)})`,
        url,
        '',
      ]),
      ...(more === 0 ? [] : [`+ ${more}`, '']),
      '--',
      `${publicUrl}/my/`,
      `不再寄送 / No more of these: ${unsubscribe}`,
      '',
    ].join('\n'),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
