import { OFFER_HOURS } from '#contract/waitlist/limits.ts'
import { count } from '#pwa/lib/format.ts'
import { type NumberField, NumberSelect } from './NumberSelect.tsx'

interface OfferHoursProps extends NumberField {
  /** People who wait. */
  waiting: number
}

/** For how long a freed seat is held for the next person of the waiting list. */
export const OfferHours = ({ waiting, ...field }: OfferHoursProps) => (
  <NumberSelect
    label="キャンセル待ちの方にお席を取っておく時間"
    hint={`満席のときに空いたお席を、お待ちの方に順番にご案内します。販売が終わると、ご案内も終わります${
      waiting > 0 ? `。いま${count(waiting)}人がお待ちです` : ''
    }`}
    choices={OFFER_HOURS.choices}
    labelOf={(hours) => `${hours}時間`}
    {...field}
  />
)

/** How many people wait, as a fact, and how many seats they want if it is more; nothing while there are none. */
export const waitingFacts = (waiting: number, wanted = waiting) =>
  waiting > 0
    ? [
        {
          term: 'キャンセル待ち',
          value: `${count(waiting)}人${wanted > waiting ? `（${count(wanted)}枚）` : ''}`,
        },
      ]
    : []
