/**
 * Words about the past, and about what changed since.
 */
export const PAST_TEXTS = {
  dayEarlier: ['前一天', 'A day earlier'],
  dayLater: ['後一天', 'A day later'],
  hours6: ['6 小時', '6 hours'],

  sinceTitle: ['您上次來過之後', 'Since you were here'],
  sinceText: [
    '從上次造訪到現在有什麼不同：新的、擴大的、合併的、結束的事件，進出排行的標籤，以及沉寂的媒體。上次造訪的時間只存在您的瀏覽器裡。',
    'What is different now: events that are new, have grown, were merged or have ended, tags that came and went, and outlets that fell silent. When you were here last is kept in your browser alone.',
  ],
  sinceVisit: ['自上次造訪（{when}）', 'Since your last visit ({when})'],
  sinceLink: ['您上次來過之後的變化', 'What changed since you were here'],
  sinceTooEarly: ['那時還沒有任何紀錄。', 'Nothing was recorded yet at that time.'],
  sinceNew: ['新的事件', 'New events'],
  sinceGrown: ['擴大或再起的事件', 'Events that grew or came back'],
  sinceMerged: ['併入其他事件', 'Merged into others'],
  sinceEnded: ['已經結束', 'Ended'],
  sinceOthers: [
    '另有 {n} 則事件持續而未擴大。',
    '{n} other event goes on without growing.',
    '{n} other events go on without growing.',
  ],
  sinceMore: ['另有 {n} 則。', 'And {n} more.'],
  sinceMoreArticles: ['多 {n} 篇', '{n} more article', '{n} more articles'],
  sinceBestRank: ['最高第 {n} 名', 'best rank {n}'],
  sinceUntil: ['最後上榜', 'last on the ranking'],
  sinceInto: ['併入的事件', 'the event that it is part of'],
  sinceCame: ['進入排行的標籤', 'Tags that came'],
  sinceWent: ['離開排行的標籤', 'Tags that went'],
  sinceOutlets: ['媒體', 'Outlets'],
  sinceOutletsNone: ['沒有媒體沉寂或恢復。', 'None fell silent or came back.'],
  sinceOutletsUnknown: [
    '那時各家媒體的狀況沒有紀錄。',
    'How outlets stood at that time is not known.',
  ],
  sinceSilent: ['沉寂，最後一篇', 'silent since'],
  sinceResumed: ['恢復，最新一篇', 'back, newest'],
} as const;
