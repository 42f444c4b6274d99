import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isInvoiceNumber } from './invoice-number.ts'

it('valid registration numbers of the tax agency’s register are accepted', () => {
  for (const number of ['T7000012050002', 'T5010401067252', 'T1180301018771'])
    expect(isInvoiceNumber(number), number).toBe(true)
  for (const number of ['T7000012050003', '7000012050002', 'T700001205000', 't7000012050002', ''])
    expect(isInvoiceNumber(number), number).toBe(false)
})

it('check digit detects any single mistyped digit', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(digits, (rest) => {
      const firsts = [...Array(10).keys()].filter((check) =>
        isInvoiceNumber(`T${check}${rest.join('')}`),
      )
      expect(firsts).toHaveLength(1)
      expect(firsts[0]).toBeGreaterThan(0)
    }),
  )
})
