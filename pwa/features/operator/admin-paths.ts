const id = encodeURIComponent

/** The admin's paths; in a module of their own, which visitors do not load. */
export const adminPaths = {
  reports: '/admin/reports',
  report: (report: string) => `/admin/reports/${id(report)}`,
  disclosures: '/admin/disclosures',
  takedowns: '/admin/takedowns',
  takedown: (takedown: string) => `/admin/takedowns/${id(takedown)}`,
  health: '/admin/health',
  money: '/admin/money',
  users: '/admin/users',
  user: (name: string) => `/admin/users/${id(name)}`,
  rooms: '/admin/rooms',
  room: (name: string) => `/admin/rooms/${id(name)}`,
  words: '/admin/words',
  audit: (target = '') => (target ? `/admin/audit?target=${id(target)}` : '/admin/audit'),
  news: '/admin/news',
  newArticle: '/admin/news/new',
  article: (slug: string) => `/admin/news/${id(slug)}`,
  help: (topic = '') => (topic ? `/admin/help/${id(topic)}` : '/admin/help'),
  texts: '/admin/texts',
  text: (slug: string) => `/admin/texts/${id(slug)}`,
  switches: '/admin/switches',
}
