import * as z from 'zod'

/**
 * An address as mail accepts it, and as Japanese carriers gave them out until 2009: with doubled dots, or one before
 * the @ (`aaa..bbb.@docomo.ne.jp`).
 */
const ADDRESS = /^(?!\.)[\w.!#$%&'*+/=?^`{|}~-]+@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
/** RFC 5321, 4.5.3.1.3. */
export const EMAIL_MAX = 254

/** Full-width characters, as a Japanese keyboard types them, become ASCII. */
export const foldEmail = (typed: string) => typed.normalize('NFKC').trim().toLowerCase()

export const EmailAddress = z
  .string()
  .overwrite(foldEmail)
  .max(EMAIL_MAX)
  .pipe(z.email({ pattern: ADDRESS }))
