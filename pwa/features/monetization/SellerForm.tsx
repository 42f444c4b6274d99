import { type Monetization, monetization } from '#contract/monetization/calls.ts'
import { PICTURE_NEEDED } from '#contract/monetization/identity-messages.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { DateInput } from '#pwa/ui/forms/DateInput.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { IdentitySide } from './IdentitySide.tsx'
import { SellerAddress } from './SellerAddress.tsx'
import { SellerContact } from './SellerContact.tsx'
import css from './SellerForm.module.css'
import { SellerKind } from './SellerKind.tsx'
import { SellerPerson } from './SellerPerson.tsx'
import { SellerTerms } from './SellerTerms.tsx'
import { EMPTY_SELLER_FORM, type SellerValues, toApplication } from './seller-form.ts'
import { useIdentityPicture } from './useIdentityPicture.ts'

export type SellerFields = ReturnType<typeof useForm<SellerValues, Monetization>>

/** The seller's application. An error keeps all input and uploads. */
export function SellerForm({ onDone }: { onDone: (state: Monetization) => void }) {
  const call = useCall()
  const [front, back] = [useIdentityPicture(), useIdentityPicture()]
  const sentId = ({ state }: typeof front) => (state.at === 'sent' ? state.id : undefined)
  const form = useForm({
    initial: EMPTY_SELLER_FORM,
    draft: { kind: 'seller', id: null, omit: ['terms'] },
    send: (values: SellerValues) => {
      const documents = { front: sentId(front), back: sentId(back) ?? null }
      return call(monetization.submitMonetization, { body: toApplication(values, documents) })
    },
    onDone,
  })
  const isCompany = form.values.business_type === 'company'
  const sending = front.state.at === 'sending' || back.state.at === 'sending'
  return (
    <form className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <FormProblem>{form.message}</FormProblem>
      <SellerKind form={form} />
      <SellerPerson form={form} />
      <SellerAddress form={form} />
      <SellerContact form={form} />
      {!isCompany && <Documents form={form} front={front} back={back} />}
      <section className={css.part}>
        <h2>適格請求書</h2>
        <TextInput
          label="登録番号"
          hint="適格請求書発行事業者の方だけ。Tと13桁の数字です"
          placeholder="T1234567890123"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.field('invoice_number')}
        />
        <DateInput
          label="登録日"
          hint="この日より前の領収書には、登録番号を載せません"
          {...form.field('invoice_since')}
        />
      </section>
      <section className={css.part}>
        <h2>販売者の規約</h2>
        <SellerTerms />
        <Toggle
          label="販売者の規約に同意します"
          checked={form.values.terms}
          onChange={(terms) => form.set({ terms })}
          error={form.errorOf('terms')}
        />
      </section>
      <Button type="submit" wide busy={form.busy || sending}>
        登録して次へ進む
      </Button>
      <p className="note muted">
        このあと決済会社の画面で、
        {isCompany && '代表者・役員の本人確認と、'}振込先の銀行口座などを入力します。
      </p>
    </form>
  )
}

interface DocumentsProps {
  form: SellerFields
  front: ReturnType<typeof useIdentityPicture>
  back: ReturnType<typeof useIdentityPicture>
}

/** Both sides of an identity document. */
const Documents = ({ form, front, back }: DocumentsProps) => (
  <section className={css.part}>
    <h2>本人確認書類</h2>
    <p className="small muted">
      運転免許証・マイナンバーカード（表面）・パスポート・在留カードのいずれかを、明るい場所で全体が写るように撮影してください。画像は決済会社に直接送られ、Roomには保存されません。
    </p>
    <div className={css.pair}>
      <IdentitySide
        label="表面"
        prompt="表面の画像を選ぶ"
        hint="氏名と顔写真のある面"
        require
        picture={front}
        error={form.errorOf('document_front') && PICTURE_NEEDED}
      />
      <IdentitySide
        label="裏面"
        prompt="裏面の画像を選ぶ"
        hint="マイナンバーカードの裏面は送らないでください"
        picture={back}
        error={form.errorOf('document_back')}
      />
    </div>
  </section>
)
