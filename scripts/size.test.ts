import { expect, it } from 'vitest'
import { isHeavy } from './size.ts'

it.each([
  ['import{loadStripe}from"./x.js"', true],
  ['throw Error("zod: no schema")', true],
  ['console.warn("hls.js is not here")', true],
  // Files that only happened to be named so.
  ['()=>import(`./TzodJ-s.js`)', false],
  ['m.f=["assets/xZxing7.js","assets/Stripe1.css"]', false],
])('knows code that has to wait from a file that is only named like it: %s', (source, heavy) => {
  expect(isHeavy(source)).toBe(heavy)
})
