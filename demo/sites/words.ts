/**
 * The words around articles: menus, buttons, comments, advertisements.
 *
 * They belong to no article, and code that reads articles from pages must omit them.
 */

export interface SiteWords {
  home: string;
  newest: string;
  topics: string;
  features: string;
  related: string;
  mostRead: string;
  share: string;
  comments: string;
  blogroll: string;
  sidebar: string;
  next: string;
  advertisement: string;
  tags: string;
  by: string;
  published: string;
  views: string;
  rights: string;
  about: string;
  contact: string;
  missing: string;
  subscribe: string;
  advertisements: readonly string[];
  remarks: readonly string[];
  names: readonly string[];
}

const ZH: SiteWords = {
  home: '首頁',
  newest: '最新消息',
  topics: '專題',
  features: '深度報導',
  related: '延伸閱讀',
  mostRead: '熱門排行',
  share: '分享',
  comments: '留言',
  blogroll: '友站連結',
  sidebar: '最近文章',
  next: '下一頁',
  advertisement: '廣告',
  tags: '標籤',
  by: '作者',
  published: '發布時間',
  views: '瀏覽人次',
  rights: '版權所有，未經授權不得轉載。',
  about: '關於我們',
  contact: '聯絡我們',
  missing: '找不到這個頁面。',
  subscribe: '訂閱電子報，每天早上收到重點。',
  advertisements: [
    '換季出清，全館五折起',
    '貸款免煩惱，線上三分鐘估額度',
    '海島五日遊，早鳥立減三千',
    '想換車？這裡收購價最高',
  ],
  remarks: [
    '推這篇，寫得清楚。',
    '數字可以再補一下來源嗎？',
    '昨天在現場，跟報導說的差不多。',
    '希望後續也能追蹤。',
    '看完還是不太懂，有人可以解釋嗎',
  ],
  names: ['路過的人', '阿海', 'momo', '第七排', '早起的貓'],
};

const EN: SiteWords = {
  home: 'Home',
  newest: 'Latest',
  topics: 'Topics',
  features: 'Features',
  related: 'Related stories',
  mostRead: 'Most read',
  share: 'Share',
  comments: 'Comments',
  blogroll: 'Blogroll',
  sidebar: 'Recent posts',
  next: 'Next page',
  advertisement: 'Advertisement',
  tags: 'Tags',
  by: 'By',
  published: 'Published',
  views: 'views',
  rights: 'All rights reserved.',
  about: 'About',
  contact: 'Contact',
  missing: 'This page could not be found.',
  subscribe: 'Subscribe to our newsletter and get the day in five minutes.',
  advertisements: [
    'End of season: half price on everything',
    'Quotes in three minutes, no paperwork',
    'Five days by the sea, early birds save',
    'We buy any car at the best price',
  ],
  remarks: [
    'Good read, thanks.',
    'Could you add where the figures come from?',
    'I was there yesterday, this is about right.',
    'Hope you follow this up.',
    'Still do not get it. Can somebody explain?',
  ],
  names: ['passer-by', 'row seven', 'momo', 'early cat', 'K.'],
};

export function wordsOf(language: 'zh' | 'en'): SiteWords {
  return language === 'zh' ? ZH : EN;
}
