import { useState } from 'react'
import { Link } from 'react-router-dom'
import { defined } from '#contract/lib/defined.ts'
import {
  REPORT_CATEGORIES,
  type Report,
  type ReportCategory,
  type ReportKind,
  reports,
} from '#contract/reports/calls.ts'
import { REPORT_REASON_MAX } from '#contract/reports/limits.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { categoryLabels } from './categories.ts'
import css from './ReportSheet.module.css'

/** The content to report; `excerpt` is shown above the form. */
export interface Reportable {
  kind: ReportKind
  id: string
  event_id?: string
  excerpt: string
}

const CHOICES = REPORT_CATEGORIES.map((value) => ({ value, label: categoryLabels[value] }))

/** Reports content to the operators; its author is not notified. */
export function ReportSheet({ of, onClose }: { of: Reportable; onClose: () => void }) {
  const [isSent, setIsSent] = useState(false)
  return (
    <Sheet open title="通報する" onClose={onClose}>
      {isSent ? (
        <div className={css.form}>
          <Alert role="status">通報を受け付けました。運営が内容を確認します。</Alert>
          <Button wide onClick={onClose}>
            閉じる
          </Button>
        </div>
      ) : (
        <ReportForm of={of} onSent={() => setIsSent(true)} />
      )}
    </Sheet>
  )
}

interface Written {
  category: ReportCategory | null
  detail: string
}
const UNWRITTEN: Written = { category: null, detail: '' }

/** The category "other" needs a description. */
const isComplete = ({ category, detail }: Written) =>
  category !== null && (category !== 'other' || detail.trim() !== '')

function ReportForm({ of, onSent }: { of: Reportable; onSent: () => void }) {
  const call = useCall()
  const form = useForm({
    initial: UNWRITTEN,
    draft: { kind: 'report', id: `${of.kind}.${of.id}` },
    send: (written) => call(reports.report, { body: bodyOf(of, written) }),
    onDone: onSent,
  })
  const { category } = form.values
  return (
    <form className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <p className={css.quote}>{of.excerpt}</p>
      <FormProblem>{form.message}</FormProblem>
      <RadioGroup
        label="理由"
        name="category"
        require
        hint="通報したことは、相手には伝わりません"
        options={CHOICES}
        value={category}
        onChange={(chosen) => form.set({ category: chosen })}
        error={form.errorOf('category')}
      />
      {category === 'rights' && (
        <Alert>
          ご自身の権利が侵害されているときは、<Link to={paths.takedown}>削除依頼</Link>
          からお知らせください。結果をメールでお伝えします。
        </Alert>
      )}
      <TextArea
        label="くわしい内容"
        require={category === 'other'}
        rows={3}
        maxCount={REPORT_REASON_MAX}
        {...form.field('detail')}
        name="reason"
        error={form.errorOf('reason')}
      />
      <Button type="submit" wide busy={form.busy} disabled={!isComplete(form.values)}>
        通報する
      </Button>
    </form>
  )
}

/** A missing description is replaced by the category's label. */
const bodyOf = ({ kind, id, event_id }: Reportable, written: Written): Report => {
  // The form is sent once it is complete.
  const category = defined(written.category, 'the category')
  return {
    kind,
    id,
    ...(event_id !== undefined && { event_id }),
    category,
    reason: written.detail.trim() || categoryLabels[category],
  }
}
