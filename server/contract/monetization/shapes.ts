import * as z from 'zod'
import { Seller } from '../payments/shapes.ts'
import { PREFECTURES } from '../profile/prefectures.ts'
import { EmailAddress, foldEmail } from '../shared/email.schema.ts'
import { KANA_ONLY, malformed, required, tooLong } from '../shared/messages.ts'
import { PICTURE_NEEDED } from './identity-messages.ts'
import { isInvoiceNumber } from './invoice-number.ts'
import { SELLER_TEXT_MAX } from './limits.ts'
import { INVOICE_NUMBER_WRONG, INVOICE_SINCE_WRONG, SELLER_TERMS_NEEDED } from './messages.ts'

/** A required line; errors name its label. */
export const RequiredLine = (label: string, max: number = SELLER_TEXT_MAX) =>
  z
    .string({ error: required(label) })
    .trim()
    .min(1, required(label))
    .max(max, tooLong(label, max))

/** A required address; errors name its label. */
export const RequiredEmail = (label: string, max?: number) =>
  RequiredLine(label, max)
    .transform(foldEmail)
    .refine((email) => EmailAddress.safeParse(email).success, malformed(label))

/** The seller's facts that the legal page shows or withholds, for the seller. */
export const ShownFacts = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  disclosed: z.boolean(),
})

export const Monetization = z.object({
  state: z.enum(['none', 'review', 'more_needed', 'ready', 'blocked']),
  /** In Japanese: missing information with its deadline, or why the account stopped. */
  reasons: z.array(z.string()),
  /** The provider's onboarding page for missing information; single use, valid for minutes. */
  onboarding_url: z.string().optional(),
  /** As buyers see it. */
  seller: Seller.nullable(),
  invoice_number: z.string().nullable(),
  /** First day on which the number is valid; null: it was when it was entered. */
  invoice_since: z.iso.date().nullable(),
  /** As the seller entered it; for the owner only. */
  facts: ShownFacts.nullable(),
  takes_jcb: z.boolean(),
})

const hyphens = /[-‐‑–—―−ーｰ\s]/g
const digitsOf = (text: string) => text.normalize('NFKC').replace(hyphens, '')
/** Converts ひらがな to カタカナ. */
const katakana = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[ぁ-ゖ]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0x60))

const Kana = (label: string) =>
  RequiredLine(label)
    .transform(katakana)
    .refine((text) => /^[ァ-ヺー・ ]+$/.test(text), KANA_ONLY)
const Phone = RequiredLine('電話番号')
  .transform(digitsOf)
  .refine((phone) => /^0\d{9,10}$/.test(phone), malformed('電話番号'))
const Email = RequiredEmail('連絡先のメールアドレス')
const InvoiceNumber = z
  .string()
  .transform((text) => text.normalize('NFKC').replace(hyphens, '').toUpperCase())
  .refine((number) => number === '' || isInvoiceNumber(number), INVOICE_NUMBER_WRONG)
  .transform((number) => number || null)
  .nullable()
  .default(null)
/** A day; empty: none. */
const InvoiceSince = z
  .union([z.literal(''), z.iso.date({ error: INVOICE_SINCE_WRONG })], {
    error: INVOICE_SINCE_WRONG,
  })
  .transform((day) => day || null)
  .nullable()
  .optional()
/** The provider's id of a picture that the browser uploaded there. */
const Picture = z.string({ error: PICTURE_NEEDED }).regex(/^file_\w{1,250}$/, PICTURE_NEEDED)

export const SellerApplication = z.object({
  last_name: RequiredLine('姓'),
  first_name: RequiredLine('名'),
  last_name_kana: Kana('セイ'),
  first_name_kana: Kana('メイ'),
  birthY: z.int(),
  birthM: z.int(),
  birthD: z.int(),
  postal_code: RequiredLine('郵便番号')
    .transform(digitsOf)
    .refine((code) => /^\d{7}$/.test(code), malformed('郵便番号')),
  prefecture: z.enum(PREFECTURES, { error: required('都道府県') }),
  city: RequiredLine('市区町村'),
  town: RequiredLine('町名'),
  line1: RequiredLine('番地'),
  line2: z.string().trim().max(SELLER_TEXT_MAX).default(''),
  phone: Phone,
  email: Email,
  disclosed: z.boolean(),
  invoice_number: InvoiceNumber,
  invoice_since: InvoiceSince,
  document_front: Picture,
  document_back: Picture.nullable().default(null),
  terms: z.literal(true, { error: SELLER_TERMS_NEEDED }),
})

export const shapes = {
  getMonetization: { output: Monetization },
  submitMonetization: { body: SellerApplication, output: Monetization },
  changeSeller: {
    body: z.object({
      address: RequiredLine('所在地', 200),
      phone: Phone,
      email: Email,
      disclosed: z.boolean(),
      invoice_number: InvoiceNumber,
      invoice_since: InvoiceSince,
    }),
    output: Monetization,
  },
}
