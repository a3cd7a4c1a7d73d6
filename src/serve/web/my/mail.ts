/** What a sign-in mail says. */
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
