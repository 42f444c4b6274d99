import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import css from './SellerForm.module.css'
import type { SellerFields } from './SellerForm.tsx'
import { BUSINESS_OPTIONS } from './seller-form.ts'

/** Whether a person or a company sells, and the company's name. */
export const SellerKind = ({ form }: { form: SellerFields }) => (
  <section className={css.part}>
    <h2>販売する方</h2>
    <RadioGroup
      label="個人・法人の区分"
      require
      options={BUSINESS_OPTIONS}
      {...form.field('business_type')}
    />
    {form.values.business_type === 'company' && (
      <div className={css.pair}>
        <TextInput
          label="法人名"
          require
          autoComplete="organization"
          hint="登記のとおりに入力してください"
          placeholder="株式会社あおい"
          {...form.field('company_name')}
        />
        <TextInput
          label="法人名のフリガナ"
          require
          placeholder="カブシキガイシャアオイ"
          {...form.field('company_name_kana')}
        />
      </div>
    )}
  </section>
)
