import { expect, it } from 'vitest'
import { isDeskPrecached, isHeavy, missingOffline } from './size.ts'

it.each([
  ['import{loadStripe}from"./x.js"', true],
  ['throw Error("zod: no schema")', true],
  ['console.warn("hls.js is not here")', true],
  // Hashed file names that contain such a word by chance.
  ['()=>import(`./TzodJ-s.js`)', false],
  ['m.f=["assets/xZxing7.js","assets/Stripe1.css"]', false],
])('distinguishes lazy code from a file name that looks like it: %s', (source, heavy) => {
  expect(isHeavy(source)).toBe(heavy)
})

it('finds pages that do not open offline, but for operators', () => {
  const manifest = {
    'pages/HomePage.tsx': { file: 'assets/rare/facade1.js', imports: ['shared'] },
    'pages/NewsPage.tsx': { file: 'assets/News123.js', imports: ['shared'] },
    'pages/admin/ArticlePage.tsx': { file: 'assets/rare/Article.js' },
    shared: { file: 'assets/Shared1.js' },
  }
  expect(missingOffline(manifest)).toEqual(['pages/HomePage.tsx'])
})

it.each([
  ['assets/rare/Admin12.js', false],
  ['assets/Admin123.js', true],
])('says whether the desk of operators is precached: %s', (file, precached) => {
  expect(isDeskPrecached({ 'pages/AdminPage.tsx': { file } })).toBe(precached)
})
