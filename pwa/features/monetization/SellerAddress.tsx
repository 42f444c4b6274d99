import { PREFECTURES } from '#contract/profile/prefectures.ts'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import css from './SellerForm.module.css'
import type { SellerFields } from './SellerForm.tsx'

const options = [
  { value: '', label: '選んでください' },
  ...PREFECTURES.map((name) => ({ value: name, label: name })),
]

/** The seller's address, in the fields that the provider requires. */
export const SellerAddress = ({ form }: { form: SellerFields }) => (
  <section className={css.part}>
    <h2>住所</h2>
    <div className={css.pair}>
      <TextInput
        label="郵便番号"
        require
        inputMode="numeric"
        autoComplete="postal-code"
        placeholder="1500001"
        {...form.field('postal_code')}
      />
      <Select
        label="都道府県"
        require
        autoComplete="address-level1"
        options={options}
        {...form.field('prefecture')}
      />
      <TextInput
        label="市区町村"
        require
        autoComplete="address-level2"
        placeholder="渋谷区"
        {...form.field('city')}
      />
      <TextInput
        label="町名・丁目"
        require
        autoComplete="address-level3"
        placeholder="神宮前1丁目"
        {...form.field('town')}
      />
      <TextInput
        label="番地"
        require
        autoComplete="address-line1"
        placeholder="2-3"
        {...form.field('line1')}
      />
      <TextInput label="建物名・部屋番号" autoComplete="address-line2" {...form.field('line2')} />
    </div>
  </section>
)
