import * as z from 'zod'
import { BIRTHDAY_WRONG } from '../auth/messages.ts'
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
  /** コンビニ払い. */
  takes_konbini: z.boolean(),
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

/** Name, address and contact: of a company, the name is that of its representative. */
const Applicant = z.object({
  business_type: z.enum(['individual', 'company']).default('individual'),
  last_name: RequiredLine('姓'),
  first_name: RequiredLine('名'),
  last_name_kana: Kana('セイ'),
  first_name_kana: Kana('メイ'),
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
  terms: z.literal(true, { error: SELLER_TERMS_NEEDED }),
  birthY: z.int().optional(),
  birthM: z.int().optional(),
  birthD: z.int().optional(),
  document_front: Picture.optional(),
  document_back: Picture.nullable().default(null),
  company_name: RequiredLine('法人名').optional(),
  company_name_kana: Kana('法人名のフリガナ').optional(),
})
type Applicant = z.output<typeof Applicant>

/** Needed of one kind of seller: reported together with the errors of all other fields. */
const neededOf = (
  kind: Applicant['business_type'],
  field: keyof Applicant,
  error: string,
): Parameters<typeof Applicant.refine> => [
  (applicant) => applicant.business_type !== kind || applicant[field] !== undefined,
  { path: [field], error, when: () => true },
]

/**
 * A person is identified here, by birthday and document; of a company, representative and officers are identified on the
 * provider's page.
 */
export const SellerApplication = Applicant.refine(
  ...neededOf('individual', 'birthY', BIRTHDAY_WRONG),
)
  .refine(...neededOf('individual', 'birthM', BIRTHDAY_WRONG))
  .refine(...neededOf('individual', 'birthD', BIRTHDAY_WRONG))
  .refine(...neededOf('individual', 'document_front', PICTURE_NEEDED))
  .refine(...neededOf('company', 'company_name', required('法人名')))
  .refine(...neededOf('company', 'company_name_kana', required('法人名のフリガナ')))

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
