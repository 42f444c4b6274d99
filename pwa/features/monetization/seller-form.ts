import type { Sent } from '#contract/http/types.ts'
import type { monetization, SellerApplication } from '#contract/monetization/calls.ts'
import type { Birthday } from '#pwa/ui/forms/BirthdayInput.tsx'

export interface SellerValues {
  business_type: 'individual' | 'company'
  company_name: string
  company_name_kana: string
  last_name: string
  first_name: string
  last_name_kana: string
  first_name_kana: string
  birthday: Birthday
  postal_code: string
  prefecture: string
  city: string
  town: string
  line1: string
  line2: string
  phone: string
  email: string
  disclosed: 'no' | 'yes'
  invoice_number: string
  invoice_since: string
  terms: boolean
}

export const EMPTY_SELLER_FORM: SellerValues = {
  business_type: 'individual',
  company_name: '',
  company_name_kana: '',
  last_name: '',
  first_name: '',
  last_name_kana: '',
  first_name_kana: '',
  birthday: { year: '', month: '', day: '' },
  postal_code: '',
  prefecture: '',
  city: '',
  town: '',
  line1: '',
  line2: '',
  phone: '',
  email: '',
  disclosed: 'no',
  invoice_number: '',
  invoice_since: '',
  terms: false,
}

export const BUSINESS_OPTIONS = [
  { value: 'individual', label: '個人' },
  { value: 'company', label: '法人' },
] as const

export const DISCLOSURE_OPTIONS = [
  { value: 'no', label: '請求があったときに開示する' },
  { value: 'yes', label: '販売ページで公開する' },
] as const

type Body = Sent<typeof monetization.submitMonetization>['body']
const numberOf = (digits: string) => (digits === '' ? undefined : Number(digits))

/** The request body. Missing fields are left to the server's validation, so that the type is not yet true. */
export function toApplication(
  { birthday, disclosed, business_type, company_name, company_name_kana, ...rest }: SellerValues,
  documents: { front: string | undefined; back: string | null },
): Body {
  const applicant = { ...rest, business_type, disclosed: disclosed === 'yes' }
  if (business_type === 'company')
    return { ...applicant, company_name, company_name_kana } as SellerApplication
  return {
    ...applicant,
    birthY: numberOf(birthday.year),
    birthM: numberOf(birthday.month),
    birthD: numberOf(birthday.day),
    document_front: documents.front,
    document_back: documents.back,
  } as SellerApplication
}
