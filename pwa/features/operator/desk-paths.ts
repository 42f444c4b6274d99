const id = encodeURIComponent

/** Where operators write: no visitor has to load these. */
export const deskPaths = {
  news: '/admin/news',
  newArticle: '/admin/news/new',
  article: (slug: string) => `/admin/news/${id(slug)}`,
  help: (topic = '') => (topic ? `/admin/help?topic=${id(topic)}` : '/admin/help'),
  texts: '/admin/texts',
  text: (slug: string) => `/admin/texts/${id(slug)}`,
  switches: '/admin/switches',
}
