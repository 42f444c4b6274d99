import type { SectionName } from './sections.ts'

const id = encodeURIComponent
const to = <N extends SectionName>(section: N) => `/admin/${section}` as const

/** The admin's paths; in a module of their own, which visitors do not load. */
export const adminPaths = {
  reports: to('reports'),
  report: (report: string) => `${to('reports')}/${id(report)}`,
  disclosures: to('disclosures'),
  takedowns: to('takedowns'),
  takedown: (takedown: string) => `${to('takedowns')}/${id(takedown)}`,
  health: to('health'),
  money: to('money'),
  users: to('users'),
  user: (name: string) => `${to('users')}/${id(name)}`,
  rooms: to('rooms'),
  room: (name: string) => `${to('rooms')}/${id(name)}`,
  audit: (target: string) => `${to('audit')}?target=${id(target)}`,
  news: to('news'),
  newArticle: `${to('news')}/new`,
  article: (slug: string) => `${to('news')}/${id(slug)}`,
  help: (topic: string) => `${to('help')}/${id(topic)}`,
  texts: to('texts'),
  text: (slug: string) => `${to('texts')}/${id(slug)}`,
}
