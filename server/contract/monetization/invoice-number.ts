const DIGITS = 13
/** Weights of the twelve digits after the check digit, from the right: 1, 2, 1, 2 … */
const weight = (fromRight: number) => (fromRight % 2 === 0 ? 1 : 2)

/**
 * A registration number for qualified invoices: T and thirteen digits, the first of which is a check digit by the tax
 * agency's formula (法人番号の検査用数字).
 */
export function isInvoiceNumber(number: string): boolean {
  if (!/^T\d+$/.test(number) || number.length !== DIGITS + 1) return false
  const [check, ...rest] = [...number.slice(1)].map(Number)
  const sum = rest.toReversed().reduce((sum, digit, at) => sum + digit * weight(at), 0)
  return check === 9 - (sum % 9)
}
