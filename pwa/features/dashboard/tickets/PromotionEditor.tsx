import { promotions } from '#contract/promotions/calls.ts'
import { PROMOTION_MAX } from '#contract/promotions/limits.ts'
import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { DateTimeInput } from '#pwa/ui/forms/DateTimeInput.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { PriceInput } from '#pwa/ui/forms/PriceInput.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { Overlay } from '#pwa/ui/overlay/Overlay.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { PROMOTIONS_CHANGED } from './PromotionsCard.tsx'
import { NEW_PROMOTION, type PromotionValues, sentPromotion } from './promotion-form.ts'

interface PromotionEditorProps {
  ticket: OwnDigitalTicket
  onClose: () => void
}

const KINDS = [
  { value: 'percent', label: '割引（%）' },
  { value: 'yen', label: '割引（円）' },
  { value: 'invite', label: '招待（無料）' },
] as const
const PRESALE = { value: 'presale', label: '先行（値引きなし）' } as const

/** The form of new codes; every time in Japan's. */
export function PromotionEditor({ ticket, onClose }: PromotionEditorProps) {
  const create = useSend(promotions.createPromotion, { refresh: PROMOTIONS_CHANGED })
  const form = useForm({
    draft: { kind: 'promotion', id: ticket.id },
    initial: NEW_PROMOTION,
    send: (values) =>
      create.mutateAsync({
        params: { roomid: ticket.room.id, id: ticket.id },
        body: sentPromotion(values),
      }),
    onDone({ codes }) {
      showToast(codes > 1 ? `${codes}件のコードを作成しました` : 'コードを作成しました')
      onClose()
    },
  })
  const { values, field } = form
  const isBatch = Number(values.count) > 1
  // A sale that has begun already cannot be opened earlier.
  const hasPresale = ticket.types.some(({ sales_from }) => sales_from !== null)
  const isPresale = values.kind === 'presale' || values.presale
  return (
    <Overlay label="コードを作成する" title="コードを作成する" onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
        <FormProblem>{form.message}</FormProblem>
        <p className="small muted">
          作成したあとは、内容を変更できません。変えるときは、止めて作成し直してください。
        </p>
        <Select
          label="コードの種類"
          require
          options={hasPresale ? [...KINDS, PRESALE] : KINDS}
          {...field('kind')}
          error={values.kind === 'presale' ? form.errorOf('presale') : undefined}
        />
        <Worth kind={values.kind} field={field} />
        {hasPresale && values.kind !== 'presale' && (
          <Toggle
            label="販売が始まる前から購入できる（先行）"
            checked={values.presale}
            onChange={(presale) => form.set({ presale })}
            error={form.errorOf('presale')}
          />
        )}
        <TextInput
          label="作成する数"
          require
          inputMode="numeric"
          hint={`2以上（${PROMOTION_MAX.batch}まで）にすると、1枚ずつ使えるコードをまとめて作成し、CSVで渡せます`}
          {...field('count')}
        />
        {!isBatch && <OneCode field={field} />}
        <TextInput
          label="お一人さまの枚数"
          inputMode="numeric"
          hint="空欄のときは、制限しません"
          {...field('per_person')}
        />
        <DateTimeInput
          label={isPresale ? '先行販売の始まり（日本時間）' : '使える期間の始まり（日本時間）'}
          require={isPresale}
          hint={isPresale ? undefined : '空欄のときは、すぐに使えます'}
          {...field('valid_from')}
        />
        <DateTimeInput
          label="使える期間の終わり（日本時間）"
          hint="空欄のときは、販売の終わりまで使えます"
          {...field('valid_until')}
        />
        {ticket.types.length > 0 && (
          <TypesChoice
            types={ticket.types}
            chosen={values.types}
            onChange={(types) => form.set({ types })}
            error={form.errorOf('types')}
          />
        )}
        <Button type="submit" wide busy={form.busy}>
          作成する
        </Button>
      </form>
    </Overlay>
  )
}

type PromotionField = ReturnType<typeof useForm<PromotionValues, unknown>>['field']

const Worth = ({ kind, field }: { kind: PromotionValues['kind']; field: PromotionField }) => (
  <>
    {kind === 'percent' && (
      <TextInput label="割引率（%）" require inputMode="numeric" {...field('percent')} />
    )}
    {kind === 'yen' && (
      <PriceInput
        label="割引額（1枚あたり）"
        require
        hint="価格より大きいときは、無料になります"
        {...field('yen_off')}
      />
    )}
  </>
)

/** What only a single code has: words of its own, and how often it is used. */
const OneCode = ({ field }: { field: PromotionField }) => (
  <>
    <TextInput
      label="コードの文字"
      hint={`英字と数字で${PROMOTION_MAX.codeMin}〜${PROMOTION_MAX.codeMax}文字。空欄のときは自動で決まります`}
      autoCapitalize="characters"
      spellCheck={false}
      {...field('code')}
    />
    <TextInput
      label="使える枚数（全員の合計）"
      inputMode="numeric"
      hint="空欄のときは、制限しません。コードは、一度に購入するすべての枚数に使います"
      {...field('seats')}
    />
  </>
)

interface TypesChoiceProps {
  types: OwnDigitalTicket['types']
  /** Ids. */
  chosen: string[]
  onChange: (chosen: string[]) => void
  error: string | undefined
}

const TypesChoice = ({ types, chosen, onChange, error }: TypesChoiceProps) => (
  <fieldset className="stack">
    <legend className="small strong">使える券種（選ばないときは、すべて）</legend>
    {types.map(({ id, name }) => (
      <Toggle
        key={id}
        label={name}
        checked={chosen.includes(id)}
        onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
      />
    ))}
    {error && <FieldError id="types-error">{error}</FieldError>}
  </fieldset>
)
