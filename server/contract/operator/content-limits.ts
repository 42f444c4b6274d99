/** Limits of operators' texts: code points. */
export const NEWS_MAX = { slug: 80, title: 100, lead: 300, body: 20_000 }
export const LEGAL_MAX = { title: 100, body: 25_000 }
export const HELP_MAX = { entries: 60, question: 200, answer: 3_000 }
export const BAND_MAX = 200
