/**
 * Words that join others and name nothing themselves: no name begins or ends with one, in any case.
 *
 * From languages whose names contain such words (Game of Thrones, Banco do Brasil), and some more.
 */
import { wordsOf } from '../words.js';

export const SMALL_WORDS: ReadonlySet<string> = new Set(
  wordsOf(`
    a an the and or but nor so yet if then than that this these those there here i me my mine you
    your yours he him his she her hers it its we us our ours they them their theirs who whom
    whose which what when where why how all any both each few more most other some such no not
    only same too very can could will would shall should may might must do does did done doing be
    is are was were been being am have has had having of in on at by for with about against
    between into through during before after above below to from up down out off over under again
    further once as until while per via vs amid among despite without within along across behind
    beyond near toward towards around since because although though whether also just even still
    ever never always often now today tonight tomorrow yesterday soon later ago & de del della di
    da dos du des den der die das dem la le les el los las al van von ter ten zu zur zum und et y
    e en au aux il lo gli un une uma um una por para con com sur dans pour och av til på og w z
    na и в на с о по за из от к для не что как
  `),
);

/**
 * Han letters that begin no word, that end none, and that precede words as often as they are parts: 選桃園, 打疫苗.
 */
export const HAN_NO_FIRST = '的了嗎呢吧啊她他你您們這那哪誰很也就把讓不每各該';
export const HAN_NO_LAST = '的了嗎呢吧啊們';
export const HAN_VERBS =
  '選挺打批嗆酸籲為要還將正都被因若如是有在從向對到於與和及或並且才只已曾再又最更太請盼望想做說看問談稱指';

/** Han words that stand for others, ask, or express manner or time: alone they name nothing. */
export const HAN_SMALL_WORDS: ReadonlySet<string> = new Set(
  wordsOf(`
    什麼 甚麼 怎麼 怎樣 如何 為何 為什麼 何時 多少 哪些 誰 這些 那些 這個 那個 這樣 那樣 這裡 那裡 一切 所有 全部
    自己 大家 別人 人家 有人 其他 可以 可能 不能 不會 不是 不要 要做 要求 沒有 已經 因為 所以 但是 如果 雖然 而且
    或者 以及 不過 其實 真的 恐怕 目前 現在 剛剛 今天 昨天 明天 今日 昨日 明日 今年 去年 明年 近日 日前 當天
    什么 怎么 怎样 为何 为什么 何时 这些 那些 这个 那个 这样 那样 这里 那里 别人 不会 没有 已经 因为 虽然 或者
    其实 现在 刚刚 当天
  `),
);

/** Letters that follow a word and are not part of it: 疫情後, 快篩陽等. */
export const HAN_BEHIND = '等後前時中內外上下起';

/** Small words that occur within names. */
export const INNER_WORDS: readonly string[] = wordsOf(
  'of the by de del della di da do dos du des la le van von der den al el y',
);

/** Words for peoples: alone they say hardly more than a place. */
export const PEOPLE_WORDS: readonly string[] = wordsOf(`
  african africans american americans arab argentine asian asians australian australians brazilian
  british canadian canadians chinese cuban danish dutch egyptian english european europeans finnish
  french german germans greek indian indians indonesian iranian iraqi irish israeli israelis italian
  japanese korean malaysian mexican mexicans nigerian norwegian pakistani polish portuguese russian
  russians saudi scottish spanish swedish swiss syrian syrians taiwanese thai turkish ukrainian
  ukrainians vietnamese welsh
`);

/** Languages whose months and weekdays are known. */
const LANGUAGES = wordsOf('en de fr es it pt nl sv pl ru');

/** Names of months and weekdays, long and short, folded to lower case. */
export const CALENDAR_WORDS: ReadonlySet<string> = new Set(LANGUAGES.flatMap(calendarOf));

function calendarOf(language: string): string[] {
  const named = (options: Intl.DateTimeFormatOptions, days: readonly number[]): string[] => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return days.map((day) => format.format(day).toLowerCase().replace(/\.$/, ''));
  };
  const months = Array.from({ length: 12 }, (_, at) => Date.UTC(2026, at, 1));
  const weekdays = Array.from({ length: 7 }, (_, at) => Date.UTC(2026, 0, 1 + at));
  return (['long', 'short'] as const).flatMap((style) => [
    ...named({ month: style }, months),
    ...named({ weekday: style }, weekdays),
  ]);
}
