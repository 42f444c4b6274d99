import type { OwnEvent } from '#contract/events/calls.ts'
import { EVENT_MAX } from '#contract/events/limits.ts'
import { LIVE_ONLY, WITH_ARCHIVE } from '#contract/events/live-only.ts'
import { BUYERS_NOTIFIED } from '#contract/tickets/messages.ts'
import { count } from '#pwa/lib/format.ts'
import type { useForm } from '#pwa/lib/forms/form.ts'
import { DateTimeInput } from '#pwa/ui/forms/DateTimeInput.tsx'
import { plainNumber } from '#pwa/ui/forms/digits.ts'
import { PriceInput } from '#pwa/ui/forms/PriceInput.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { KonbiniDays } from '../KonbiniDays.tsx'
import { OfferHours } from '../OfferHours.tsx'
import { ResaleUntil } from '../ResaleUntil.tsx'
import { TagsField } from '../TagsField.tsx'
import type { EventValues } from './event-form.ts'

interface EventFieldsProps {
  form: ReturnType<typeof useForm<EventValues, OwnEvent>>
  event: OwnEvent | null
}

const BEGUN = '配信の開始後は変更できません'

/** The fields of an event: what, when, price, archive. */
export const EventFields = (props: EventFieldsProps) => (
  <>
    <ProgramFields {...props} />
    <SaleFields {...props} />
    <StreamFields {...props} />
  </>
)

const isBegun = (event: OwnEvent | null) => (event?.publishment_flg ?? 0) > 0

/** The hint of a field that is fixed once the stream has begun. */
const fixed = (event: OwnEvent | null, hint?: string) =>
  isBegun(event) ? { disabled: true, hint: BEGUN } : { disabled: false, hint }

/** What and when. */
function ProgramFields({ form: { field }, event }: EventFieldsProps) {
  const isTaken = event !== null && event.taken > 0
  return (
    <>
      <TextInput label="タイトル" require maxCount={EVENT_MAX.title} {...field('title')} />
      <TextArea
        label="説明"
        rows={5}
        maxCount={EVENT_MAX.about}
        hint="『0:00 ごあいさつ』のように時刻で始まる行を0:00から順に2つ以上書くと、見逃し配信のチャプターになります。"
        {...field('about')}
      />
      <TagsField {...field('tags')} />
      <DateTimeInput
        label="開始日時（日本時間）"
        require
        {...field('start')}
        {...fixed(event, isTaken ? BUYERS_NOTIFIED : undefined)}
      />
      <DateTimeInput
        label="終了日時（日本時間）"
        require
        {...field('end')}
        {...fixed(
          event,
          `開始から${EVENT_MAX.hours}時間以内${isTaken ? `。${BUYERS_NOTIFIED}` : ''}`,
        )}
      />
    </>
  )
}

function SaleFields({ form: { field, values }, event }: EventFieldsProps) {
  return (
    <>
      <PriceInput
        label="価格（税込）"
        require
        {...field('amount')}
        {...fixed(event, event?.was_sold ? 'これから購入する方の価格です' : '無料のときは0')}
      />
      <TextInput
        label="定員"
        inputMode="numeric"
        require
        {...field('capacity')}
        {...fixed(
          event,
          event?.was_sold
            ? `${count(event.taken)}枚のお申し込みがあります。それより少なくはできません`
            : `${count(EVENT_MAX.capacity)}人まで`,
        )}
      />
      <DateTimeInput
        label="販売終了日時（日本時間）"
        {...field('sales_end')}
        {...fixed(event, '空欄のときは、開始日時まで販売します')}
      />
      <KonbiniDays {...field('konbini_days')} />
      <OfferHours {...field('offer_hours')} waiting={event?.waiting ?? 0} />
      <ResaleUntil
        {...field('resale_until')}
        usual={values.start}
        disabled={isBegun(event)}
        isPromised={Boolean(event?.resale_until) && (event?.was_sold ?? false)}
      />
    </>
  )
}

/** Only a paid event with an archive is sold in two kinds. */
const mayHaveKinds = ({ amount, archive_days, live_amount }: EventValues) =>
  live_amount !== '' || (Number(amount) > 0 && Number(plainNumber(archive_days)) > 0)

const kindsHint = (wasSold: boolean) =>
  `入力すると、見逃し配信のない「${LIVE_ONLY}」をこの価格で、「${WITH_ARCHIVE}」を「価格」の金額で販売します。空欄のときは、見逃し配信を含む1種類です。${wasSold ? 'すでにお持ちのチケットの内容は変わりません' : ''}`

/** The recording, and what happens during the stream. */
function StreamFields({ form: { field, values, set, errorOf }, event }: EventFieldsProps) {
  const begun = isBegun(event)
  const toggle = (name: 'live_talk' | 'auto_start', hint: string) => ({
    ...fixed(event, hint),
    checked: values[name] === '1',
    onChange: (on: boolean) => set({ [name]: on ? '1' : '0' }),
    error: errorOf(name),
  })
  return (
    <>
      <TextInput
        label="見逃し配信の日数"
        inputMode="numeric"
        hint={
          event?.was_sold || begun
            ? 'チケットをお持ちの方のため、短くはできません'
            : '終了後に録画を見られる日数です。空欄または0のときは、見逃し配信はありません'
        }
        {...field('archive_days')}
      />
      {mayHaveKinds(values) && (
        <PriceInput
          label={`「${LIVE_ONLY}」の価格（税込）`}
          {...field('live_amount')}
          {...fixed(event, kindsHint(event?.was_sold ?? false))}
        />
      )}
      <Toggle
        label="トーク"
        {...toggle('live_talk', '配信中に、チケットをお持ちの方が書き込めます')}
      />
      <Toggle
        label="自動で配信を開始"
        {...toggle('auto_start', '配信ソフトからの映像が届くと、すぐに公開されます')}
      />
    </>
  )
}
