import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import css from './SellerForm.module.css'
import type { SellerFields } from './SellerForm.tsx'
import { DISCLOSURE_OPTIONS } from './seller-form.ts'

/** The seller's contact data, and which of it buyers see. */
export const SellerContact = ({ form }: { form: SellerFields }) => (
  <section className={css.part}>
    <h2>連絡先と公開の範囲</h2>
    <div className={css.pair}>
      <TextInput
        label="電話番号"
        require
        type="tel"
        autoComplete="tel-national"
        hint="ハイフンはなくてもかまいません"
        placeholder="09012345678"
        {...form.field('phone')}
      />
      <TextInput
        label="連絡先のメールアドレス"
        require
        type="email"
        autoComplete="email"
        hint="購入する方に表示されます"
        placeholder="shop@example.jp"
        {...form.field('email')}
      />
    </div>
    <RadioGroup
      label="氏名・住所・電話番号の表示"
      require
      hint="特定商取引法により、請求があったときは遅滞なく開示する必要があります"
      options={DISCLOSURE_OPTIONS}
      {...form.field('disclosed')}
    />
  </section>
)
