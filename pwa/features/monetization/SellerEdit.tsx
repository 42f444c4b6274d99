import { type Monetization, monetization } from '#contract/monetization/calls.ts'
import { payments } from '#contract/payments/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { DateInput } from '#pwa/ui/forms/DateInput.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from './SellerForm.module.css'
import { DISCLOSURE_OPTIONS, type SellerValues } from './seller-form.ts'

interface SellerEditProps {
  facts: NonNullable<Monetization['facts']>
  invoiceNumber: string | null
  invoiceSince: string | null
}

type Values = { address: string } & Pick<
  SellerValues,
  'phone' | 'email' | 'disclosed' | 'invoice_number' | 'invoice_since'
>

const valuesOf = ({ facts, invoiceNumber, invoiceSince }: SellerEditProps): Values => ({
  address: facts.address,
  phone: facts.phone,
  email: facts.email,
  disclosed: facts.disclosed ? 'yes' : 'no',
  invoice_number: invoiceNumber ?? '',
  invoice_since: invoiceSince ?? '',
})

/** The details that buyers see or get on request; a change of name goes through the provider. */
export function SellerEdit(props: SellerEditProps) {
  const change = useSend(monetization.changeSeller, {
    refresh: [monetization.getMonetization, payments.getSeller],
  })
  const form = useForm({
    initial: valuesOf(props),
    draft: { kind: 'seller', id: 'change' },
    send: ({ disclosed, ...rest }) =>
      change.mutateAsync({ body: { ...rest, disclosed: disclosed === 'yes' } }),
    onDone: () => void showToast('変更しました'),
  })
  return (
    <Section title="内容の変更">
      <form className={css.part} onSubmit={(event) => void form.submit(event)} noValidate>
        <FormProblem>{form.message}</FormProblem>
        <TextArea label="所在地" require {...form.field('address')} />
        <div className={css.pair}>
          <TextInput label="電話番号" require type="tel" {...form.field('phone')} />
          <TextInput label="連絡先のメールアドレス" require type="email" {...form.field('email')} />
        </div>
        <RadioGroup
          label="氏名・住所・電話番号の表示"
          require
          options={DISCLOSURE_OPTIONS}
          {...form.field('disclosed')}
        />
        <TextInput
          label="適格請求書の登録番号"
          spellCheck={false}
          {...form.field('invoice_number')}
        />
        <DateInput
          label="適格請求書の登録日"
          hint="この日より前の領収書には、登録番号を載せません"
          {...form.field('invoice_since')}
        />
        <Button type="submit" wide busy={form.busy}>
          変更を保存する
        </Button>
      </form>
    </Section>
  )
}
