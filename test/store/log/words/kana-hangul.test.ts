/**
 * Words of invented Japanese and Korean titles of eight outlets: tags are whole words without what Korean
 * writes behind them (는, 을, 의, 에서), and neither pieces nor general words.
 */
import t from 'tap';
import { ruleFile } from '../../../../src/app/rule-files.js';
import type { Database } from '../../../../src/store/database.js';
import { tagNoiseOf } from '../../../../src/store/log/tag-noise.js';
import { TaggingLink, taggerHere } from '../../../../src/store/log/tagging-link.js';
import { plainNews } from '../../../kernel/model/plain-records.js';

const OUTLETS = 8;
const NOW_MS = Date.UTC(2026, 0, 31, 4);
const EMPTY = { async *entries() {}, getMany: async () => [] } as unknown as Database;

/** Tags of titles as they come, and of the same titles of other outlets when all is known. */
async function tagsOf(
  titles: readonly string[],
): Promise<{ first: string[][]; known: string[][] }> {
  const tagging = new TaggingLink(taggerHere(tagNoiseOf(ruleFile('tag-noise'))));
  await tagging.load(EMPTY, 0);
  const told = async (turn: number): Promise<string[][]> => {
    const records = titles.map((title, at) => {
      const media = `outlet-${(5 * at + 3 * turn) % OUTLETS}`;
      const id = 1 + at + turn * titles.length;
      const url = `https://press.example/${id}`;
      return plainNews(id, media, NOW_MS + 60_000 * id, { title, url, tags: [] });
    });
    for (const record of records) {
      tagging.ask(record, null, null, null, turn === 0 ? record.id : 0);
      await tagging.flush();
    }
    return records.map(({ tags }) => tags);
  };
  return { first: await told(0), known: await told(1) };
}

/** Titles with the tags that they have when all is known. */
const JAPANESE: readonly (readonly [string, readonly string[]])[] = [
  ['港北大橋が日曜に全面通行止め', ['港北大橋']],
  ['港北大橋の補修工事、フェリー増便で対応', ['フェリー', '港北大橋']],
  ['フェリー会社が賃上げ交渉、ストライキも辞さず', ['フェリー']],
  ['森川市長「港北大橋は年内に再開」', ['森川市長', '港北大橋']],
  ['森川市長がフェリー会社と会談', ['フェリー', '森川市長']],
  ['ストライキ3日目、フェリー全便欠航', ['フェリー']],
  ['港北大橋の亀裂、調査委員会が報告書', ['港北大橋']],
  ['調査委員会、森川市長に説明求める', ['森川市長']],
  ['フェリーのストライキが長期化 観光協会が懸念', ['フェリー', '観光協会']],
  ['観光協会、港北大橋の早期再開を要望', ['港北大橋', '観光協会']],
  ['ストライキ終結、フェリー運航再開へ', ['フェリー']],
  ['森川市長が観光協会で講演', ['森川市長', '観光協会']],
  ['海浜公園でマラソン大会、3千人が参加', ['マラソン', '海浜公園']],
  ['マラソン大会に向け海浜公園を整備', ['マラソン', '海浜公園']],
  ['海浜公園のマラソン大会は雨天決行', ['マラソン', '海浜公園']],
  ['観光協会が海浜公園の来場者数を発表', ['海浜公園', '観光協会']],
  ['港北大橋、きょう再開 森川市長が式典', ['森川市長', '港北大橋']],
  ['フェリー運賃を来月から値上げ', ['フェリー']],
  ['調査委員会は港北大橋の検査体制を批判', ['港北大橋']],
  ['マラソン大会の優勝者は高校生', ['マラソン']],
  ['ワクチン接種の予約サイトに障害', ['ワクチン', '接種']],
  ['ワクチン接種、予約サイト復旧へ', ['ワクチン', '接種']],
  ['厚生省がワクチン接種の対象拡大', ['ワクチン', '厚生省', '接種']],
  ['予約サイトの障害で厚生省が謝罪', ['厚生省']],
  ['ワクチンの在庫、厚生省が公表', ['ワクチン', '厚生省']],
  ['台風8号が南島に接近', ['南島', '台風']],
  ['南島で停電、台風8号の影響', ['南島', '台風']],
  ['台風8号で南島の空港閉鎖', ['南島', '台風']],
  ['南島の停電、復旧は明日以降', ['南島']],
  ['台風8号、南島を通過', ['南島', '台風']],
];

const KOREAN: readonly (readonly [string, readonly string[]])[] = [
  ['한빛대교는 일요일부터 전면 통제', ['한빛대교']],
  ['한빛대교를 건너던 시민들 불편', ['한빛대교']],
  ['한빛대교의 균열, 조사단이 보고서 제출', ['조사단', '한빛대교']],
  ['김도연 시장은 한빛대교 연내 개통 약속', ['개통', '김도연', '한빛대교']],
  ['김도연 시장이 페리 노조와 면담', ['김도연', '페리']],
  ['페리 노조가 파업 돌입', ['파업', '페리']],
  ['파업을 벌인 페리 노조, 사흘째', ['파업', '페리']],
  ['페리 노조의 파업에 관광객 불편', ['파업', '페리']],
  ['조사단은 한빛대교에서 균열 확인', ['조사단', '한빛대교']],
  ['조사단이 김도연 시장에게 설명 요구', ['김도연', '조사단']],
  ['관광협회는 파업 장기화 우려', ['관광협회', '파업']],
  ['관광협회가 한빛대교 조기 개통 촉구', ['개통', '관광협회', '한빛대교']],
  ['해변공원에서 마라톤 대회 열려', ['마라톤', '해변공원']],
  ['마라톤 대회를 위해 해변공원 정비', ['마라톤', '해변공원']],
  ['해변공원의 마라톤 대회, 삼천명 참가', ['마라톤', '해변공원']],
  ['관광협회, 해변공원 방문객 발표', ['관광협회', '해변공원']],
  ['김도연 시장, 관광협회에서 강연', ['관광협회', '김도연']],
  ['파업은 끝났다 페리 다시 운항', ['파업', '페리']],
  ['한빛대교 오늘 개통, 김도연 시장 참석', ['개통', '김도연', '한빛대교']],
  ['백신 접종 예약에 장애', ['백신', '접종']],
  ['백신 접종을 앞두고 예약 사이트 마비', ['백신', '접종']],
  ['보건부가 백신 접종 대상 확대', ['백신', '보건부', '접종']],
  ['보건부는 예약 사이트 마비에 사과', ['보건부']],
  ['백신의 재고를 보건부가 공개', ['백신', '보건부']],
  ['태풍 나래가 남섬에 접근', ['나래', '남섬', '태풍']],
  ['남섬에서 정전, 태풍 나래 영향', ['나래', '남섬', '태풍']],
  ['태풍 나래로 남섬 공항 폐쇄', ['나래', '남섬', '태풍']],
  ['남섬의 정전은 내일 이후 복구', ['남섬']],
  ['태풍 나래는 남섬을 통과', ['나래', '남섬', '태풍']],
  ['남섬이 태풍 피해를 집계', ['남섬', '태풍']],
];

for (const [language, titles] of Object.entries({ JAPANESE, KOREAN })) {
  t.test(`titles in ${language} have whole words as tags`, async (t) => {
    const { first, known } = await tagsOf(titles.map(([title]) => title));
    const words = new Set(titles.flatMap(([, tags]) => tags));
    for (const [at, [title, tags]] of titles.entries()) {
      t.strictSame([...known[at]!].sort(), [...tags].sort(), title);
      t.ok(
        first[at]!.every((tag) => words.has(tag)),
        `${title}, as it comes: ${first[at]}`,
      );
    }
  });
}
