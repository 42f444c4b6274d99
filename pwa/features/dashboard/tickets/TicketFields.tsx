import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'
import { MOVE_WAIT_HOURS, TICKET_MAX } from '#contract/tickets/limits.ts'
import { BUYERS_NOTIFIED, NAMED_STANDS, TRANSFER_STANDS } from '#contract/tickets/messages.ts'
import { count } from '#pwa/lib/format.ts'
import type { useForm } from '#pwa/lib/forms/form.ts'
import { DateTimeInput } from '#pwa/ui/forms/DateTimeInput.tsx'
import { plainNumber } from '#pwa/ui/forms/digits.ts'
import { PriceInput } from '#pwa/ui/forms/PriceInput.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { KonbiniDays } from '../KonbiniDays.tsx'
import { NumberSelect } from '../NumberSelect.tsx'
import { OfferHours } from '../OfferHours.tsx'
import { ResaleUntil } from '../ResaleUntil.tsx'
import { MaxSeats } from './MaxSeats.tsx'
import { TypesInput } from './TypesInput.tsx'
import { TypesPreview } from './TypesPreview.tsx'
import type { TicketValues } from './ticket-form.ts'
import { typeDraftsIn, typesText } from './type-drafts.ts'

interface TicketFieldsProps {
  form: ReturnType<typeof useForm<TicketValues, OwnDigitalTicket>>
  ticket: OwnDigitalTicket | null
}

const NUMBERS_STAND = 'チケットをお渡ししたため、変更できません'

/** The fields of a digital ticket: what, where, when, price, numbering. */
export const TicketFields = (props: TicketFieldsProps) => (
  <>
    <PlaceFields {...props} />
    <SaleFields {...props} />
    <RuleFields {...props} />
    <NumberFields {...props} />
  </>
)

/** What, where and when. */
function PlaceFields({ form: { field }, ticket }: TicketFieldsProps) {
  const isAnnounced = ticket?.status === 'published' && ticket.taken > 0
  return (
    <>
      <TextInput label="タイトル" require maxCount={TICKET_MAX.title} {...field('title')} />
      <TextArea label="説明" rows={5} maxCount={TICKET_MAX.about} {...field('about')} />
      <TextInput
        label="会場"
        require
        maxCount={TICKET_MAX.venue}
        hint={isAnnounced ? BUYERS_NOTIFIED : '会場の名前と町'}
        {...field('venue')}
      />
      <DateTimeInput
        label="開場日時（日本時間）"
        hint={
          isAnnounced
            ? BUYERS_NOTIFIED
            : '入口での受付を始める時刻です。空欄のときは、開演と同じになります'
        }
        {...field('opens')}
      />
      <DateTimeInput
        label="開演日時（日本時間）"
        require
        hint={isAnnounced ? BUYERS_NOTIFIED : undefined}
        {...field('start')}
      />
      <DateTimeInput
        label="終了日時（日本時間）"
        require
        hint={`この時刻まで入場できます。開場から${TICKET_MAX.hours}時間以内`}
        {...field('end')}
      />
    </>
  )
}

function SaleFields({ form, ticket }: TicketFieldsProps) {
  const { field, values } = form
  const isTyped = typeDraftsIn(values.types).length > 0
  return (
    <>
      {!isTyped && (
        <PriceInput
          label="価格（税込）"
          require
          {...field('amount')}
          hint={ticket?.was_issued ? 'これから購入する方の価格です' : '無料のときは0'}
        />
      )}
      <TextInput
        label={isTyped ? '枚数（すべての券種を合わせて）' : '枚数'}
        inputMode="numeric"
        require
        hint={
          ticket && ticket.taken > 0
            ? `${count(ticket.taken)}枚のお申し込みがあります。それより少なくはできません`
            : `${count(TICKET_MAX.capacity)}枚まで`
        }
        {...field('capacity')}
      />
      <Types form={form} ticket={ticket} />
      <MaxSeats {...field('max_seats')} waiting={ticket?.waiting ?? 0} />
      <KonbiniDays {...field('konbini_days')} />
      <OfferHours {...field('offer_hours')} waiting={ticket?.waiting ?? 0} />
      <ResaleUntil
        {...field('resale_until')}
        usual={values.opens || values.start}
        disabled={false}
        isPromised={Boolean(ticket?.resale_until) && (ticket?.was_issued ?? false)}
      />
    </>
  )
}

/** The types of the ticket, and how fans see them. */
function Types({ form: { values, set, errorOf }, ticket }: TicketFieldsProps) {
  const types = typeDraftsIn(values.types)
  const stored = ticket?.types ?? []
  const isWanted = ticket !== null && (ticket.was_issued || ticket.taken + ticket.waiting > 0)
  return (
    <>
      <TypesInput
        value={types}
        onChange={(next) => set({ types: typesText(next) })}
        stored={stored}
        isTooLate={isWanted && stored.length === 0}
        error={errorOf('types', 'type_name', 'type_note')}
        errorOf={(row, name) => errorOf(`types.${row}.${name}`)}
      />
      <TypesPreview
        types={types}
        capacity={Number(plainNumber(values.capacity)) || 0}
        end={values.end}
      />
    </>
  )
}

function RuleFields({ form: { values, set, field, errorOf }, ticket }: TicketFieldsProps) {
  const toggle = (name: 'members_only' | 'no_transfer' | 'reentry' | 'named') => ({
    checked: values[name] === '1',
    onChange: (on: boolean) => set({ [name]: on ? '1' : '0' }),
    error: errorOf(name),
  })
  const isSold = ticket !== null && (ticket.was_issued || ticket.taken > 0)
  const staysTransferable = isSold && !ticket.no_transfer
  return (
    <>
      <Toggle
        label="メンバー限定"
        hint="オンのときは、ルームのメンバーだけが購入できます"
        {...toggle('members_only')}
      />
      <Toggle
        label="譲渡を認めない"
        hint={staysTransferable ? TRANSFER_STANDS : 'オンのときは、チケットをほかの方に渡せません'}
        disabled={staysTransferable}
        {...toggle('no_transfer')}
      />
      <Toggle
        label="特定興行入場券にする"
        hint={
          isSold
            ? NAMED_STANDS
            : '高額転売を禁じる法律の対象になる、有料のチケットです。購入のときに氏名と連絡先をうかがい、受付で本人確認をします'
        }
        disabled={isSold}
        {...toggle('named')}
      />
      <Toggle
        label="再入場を認める"
        hint="オンのときは、一度出た方が、もう一度入れます"
        {...toggle('reentry')}
      />
      <NumberSelect
        label="端末を変えるときの待ち時間"
        hint="前の端末で手放せば、待たずに変えられます。手放せないときはご本人の確認が必要で、それから待つ時間です。通知とメールが届き、前の端末で取り消せます"
        choices={MOVE_WAIT_HOURS}
        labelOf={(hours) => (hours === 0 ? '確認のあと、すぐに変えられる' : `${hours}時間`)}
        {...field('move_wait_hours')}
      />
    </>
  )
}

/** The 整理番号, which are fixed once a ticket was issued. */
function NumberFields({ form: { field }, ticket }: TicketFieldsProps) {
  const numbering = (hint: string) =>
    ticket?.was_issued ? { disabled: true, hint: NUMBERS_STAND } : { disabled: false, hint }
  return (
    <>
      <TextInput
        label="整理番号の頭につける文字"
        maxCount={TICKET_MAX.prefix}
        {...field('number_prefix')}
        {...numbering('「A」のときは「A 001」になります')}
      />
      <TextInput
        label="整理番号の最初の番号"
        inputMode="numeric"
        {...field('number_start')}
        {...numbering('ふつうは1です')}
      />
      <TextInput
        label="欠番"
        {...field('number_skip')}
        {...numbering('使わない番号です。「4, 9, 40-49」のように入力します')}
      />
    </>
  )
}
