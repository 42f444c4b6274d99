import { BirthdayInput } from '#pwa/ui/forms/BirthdayInput.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import css from './SellerForm.module.css'
import type { SellerFields } from './SellerForm.tsx'

/** Name and birthday as on the identity document; of a company, the name of its representative. */
export function SellerPerson({ form }: { form: SellerFields }) {
  const isCompany = form.values.business_type === 'company'
  return (
    <section className={css.part}>
      <h2>{isCompany ? '代表者の氏名' : '氏名と生年月日'}</h2>
      <p className="small muted">
        {isCompany
          ? '登記のとおりに入力してください。'
          : '本人確認書類と同じ内容を入力してください。'}
      </p>
      <div className={css.pair}>
        <TextInput
          label="姓"
          require
          autoComplete="family-name"
          placeholder="山田"
          {...form.field('last_name')}
        />
        <TextInput
          label="名"
          require
          autoComplete="given-name"
          placeholder="花子"
          {...form.field('first_name')}
        />
        <TextInput label="セイ" require placeholder="ヤマダ" {...form.field('last_name_kana')} />
        <TextInput label="メイ" require placeholder="ハナコ" {...form.field('first_name_kana')} />
      </div>
      {!isCompany && (
        <BirthdayInput
          label="生年月日"
          require
          value={form.values.birthday}
          onChange={(birthday) => form.set({ birthday })}
          error={form.errorOf('birthY', 'birthM', 'birthD')}
        />
      )}
    </section>
  )
}
