// A seller's application, as the provider and the page of the seller's details need it.

import type * as z from 'zod'
import { BIRTHDAY_WRONG } from '#contract/auth/messages.ts'
import { defined } from '#contract/lib/defined.ts'
import { SELLER_TOO_YOUNG } from '#contract/monetization/messages.ts'
import type { shapes } from '#contract/monetization/shapes.ts'
import { ADULT_AGE } from '#contract/shared/limits.ts'
import { ageAt } from '#server/features/auth/birthday.ts'
import type { SellerFacts } from '#server/features/payments/seller.ts'
import { invalid } from '#server/http/api-error.ts'
import type { SellerIdentity } from '#server/ports/sellers.ts'

export type Application = z.output<(typeof shapes)['submitMonetization']['body']>
type Individual = Application & {
  business_type: 'individual'
  birthY: number
  birthM: number
  birthD: number
  document_front: string
}
type Company = Application & {
  business_type: 'company'
  company_name: string
  company_name_kana: string
}
type Applicant = Individual | Company

/** The application with what its kind of seller must state, as the contract has checked. */
export function applicantOf(now: Date, application: Application): Applicant {
  const { business_type, company_name, company_name_kana, document_front } = application
  if (business_type === 'company') {
    return {
      ...application,
      business_type,
      company_name: defined(company_name, 'the name of the company'),
      company_name_kana: defined(company_name_kana, 'its name in kana'),
    }
  }
  const { birthY = 0, birthM = 0, birthD = 0 } = application
  const birthday = { birthY, birthM, birthD }
  assertAdult(now, birthday)
  const front = defined(document_front, 'the document')
  return { ...application, business_type, ...birthday, document_front: front }
}

function assertAdult(now: Date, birthday: Pick<Individual, 'birthY' | 'birthM' | 'birthD'>) {
  const age = ageAt(now, birthday)
  if (age === null) throw invalid({ birthY: [BIRTHDAY_WRONG] })
  if (age < ADULT_AGE) throw invalid({ birthY: [SELLER_TOO_YOUNG] })
}

/** Page URLs for the provider's review; none if the site is not publicly reachable. */
export const sellerPagesOf = (siteUrl: string, name: string) =>
  siteUrl.startsWith('https:')
    ? { room: `${siteUrl}/community/${name}`, law: `${siteUrl}/community/${name}/seller` }
    : null

export const shownOf = (application: Applicant): SellerFacts => {
  const { postal_code: code, prefecture, city, town, line1, line2 } = application
  return {
    name: nameOf(application),
    address:
      `〒${code.slice(0, 3)}-${code.slice(3)} ${prefecture}${city}${town}${line1} ${line2}`.trim(),
    phone: application.phone,
    email: application.email,
    disclosed: application.disclosed,
  }
}

/** The law asks for a company's name with that of its representative. */
function nameOf(application: Applicant): string {
  const person = `${application.last_name} ${application.first_name}`
  return application.business_type === 'company'
    ? `${application.company_name}（代表者 ${person}）`
    : person
}

export function identityOf(application: Applicant, pages: SellerIdentity['pages']): SellerIdentity {
  const contact = contactOf(application, pages)
  if (application.business_type === 'company')
    return {
      ...contact,
      company: { name: application.company_name, nameKana: application.company_name_kana },
    }
  return {
    ...contact,
    company: null,
    lastName: application.last_name,
    firstName: application.first_name,
    lastNameKana: application.last_name_kana,
    firstNameKana: application.first_name_kana,
    birth: { year: application.birthY, month: application.birthM, day: application.birthD },
    documents: { front: application.document_front, back: application.document_back },
  }
}

const contactOf = (application: Application, pages: SellerIdentity['pages']) => ({
  phone: application.phone,
  email: application.email,
  address: {
    postalCode: application.postal_code,
    state: application.prefecture,
    city: application.city,
    town: application.town,
    line1: application.line1,
    line2: application.line2,
  },
  pages,
})
