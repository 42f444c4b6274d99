import type { OwnEvent } from '#contract/events/calls.ts'
import { EVENT_MAX } from '#contract/events/limits.ts'
import { count } from '#pwa/lib/format.ts'
import type { useForm } from '#pwa/lib/forms/form.ts'
import { DateTimeInput } from '#pwa/ui/forms/DateTimeInput.tsx'
import { PriceInput } from '#pwa/ui/forms/PriceInput.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import type { EventValues } from './event-form.ts'

interface EventFieldsProps {
  form: ReturnType<typeof useForm<EventValues, OwnEvent>>
  event: OwnEvent | null
}

const BEGUN = '配信の開始後は変更できません'

/** The fields of an event: what, when, price, archive. */
export function EventFields({ form, event }: EventFieldsProps) {
  const begun = (event?.publishment_flg ?? 0) > 0
  const sold = event?.was_sold ?? false
  const { field, values, set } = form
  const fixed = (hint?: string) =>
    begun ? { disabled: true, hint: BEGUN } : { disabled: false, hint }
  const amount = field('amount')
  return (
    <>
      <TextInput
        label="タイトル"
        name="title"
        require
        maxCount={EVENT_MAX.title}
        {...field('title')}
      />
      <TextArea label="説明" name="about" rows={5} maxCount={EVENT_MAX.about} {...field('about')} />
      <DateTimeInput
        label="開始日時（日本時間）"
        name="start"
        require
        {...field('start')}
        {...fixed(sold ? '変更すると、チケットをお持ちの方にメールでお知らせします' : undefined)}
      />
      <DateTimeInput
        label="終了日時（日本時間）"
        name="end"
        require
        {...field('end')}
        {...fixed(`開始から${EVENT_MAX.hours}時間以内`)}
      />
      <PriceInput
        label="価格（税込）"
        name="amount"
        require
        {...amount}
        value={values.amount === '' ? null : Number(values.amount)}
        onChange={(yen) => amount.onChange(yen === null ? '' : String(yen))}
        {...fixed(sold ? 'これから購入する方の価格です' : '無料のときは0')}
      />
      <TextInput
        label="定員"
        name="capacity"
        inputMode="numeric"
        require
        {...field('capacity')}
        {...fixed(
          sold && event
            ? `${count(event.taken)}枚のお申し込みがあります。それより少なくはできません`
            : `${count(EVENT_MAX.capacity)}人まで`,
        )}
      />
      <DateTimeInput
        label="販売終了日時（日本時間）"
        name="sales_end"
        {...field('sales_end')}
        {...fixed('空欄のときは、開始日時まで販売します')}
      />
      <TextInput
        label="見逃し配信の日数"
        name="archive_days"
        inputMode="numeric"
        hint={
          sold || begun
            ? 'チケットをお持ちの方のため、短くはできません'
            : '終了後に録画を見られる日数です。空欄または0のときは、見逃し配信はありません'
        }
        {...field('archive_days')}
      />
      <Toggle
        label="トーク"
        hint={begun ? BEGUN : '配信中に、チケットをお持ちの方が書き込めます'}
        checked={values.live_talk === '1'}
        disabled={begun}
        onChange={(on) => set({ live_talk: on ? '1' : '0' })}
        error={form.errorOf('live_talk')}
      />
      <Toggle
        label="自動で配信を開始"
        hint={begun ? BEGUN : '配信ソフトからの映像が届くと、すぐに公開されます'}
        checked={values.auto_start === '1'}
        disabled={begun}
        onChange={(on) => set({ auto_start: on ? '1' : '0' })}
        error={form.errorOf('auto_start')}
      />
    </>
  )
}
