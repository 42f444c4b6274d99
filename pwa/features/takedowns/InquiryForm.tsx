import { defined } from '#contract/lib/defined.ts'
import { type TakedownInquiry, takedowns } from '#contract/takedowns/calls.ts'
import { TAKEDOWN_CLAIM_MAX } from '#contract/takedowns/limits.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { claimLabels } from './claims.ts'
import css from './Takedown.module.css'

type Answer = 'agree' | 'object'
const choices: { value: Answer; label: string }[] = [
  { value: 'agree', label: '削除に同意する' },
  { value: 'object', label: '同意しない' },
]

const UNANSWERED: { answer: Answer | null; text: string } = { answer: null, text: '' }

/** The inquiry to the author, and their answer. */
export function InquiryForm({ inquiry }: { inquiry: TakedownInquiry }) {
  return (
    <div className={css.form}>
      <p>
        あなたの投稿などについて、権利を侵害しているとの申告が届いています。内容をご確認のうえ、
        {dayAndTime(inquiry.answer_until)}までにお答えください。
      </p>
      <Facts
        facts={[
          { term: '対象', value: <span className={css.words}>{inquiry.words}</span> },
          { term: '権利', value: claimLabels[inquiry.claimed] },
          { term: '申告の内容', value: <span className={css.words}>{inquiry.claim}</span> },
        ]}
      />
      {inquiry.open ? <Answering inquiry={inquiry} /> : <Answered inquiry={inquiry} />}
    </div>
  )
}

const Answered = ({ inquiry: { answer, answer_text } }: { inquiry: TakedownInquiry }) =>
  answer === null ? (
    <Alert>回答の受付は終わりました。</Alert>
  ) : (
    <Alert role="status">
      <p>{answer === 'agree' ? '削除に同意する' : '削除に同意しない'}とお答えいただきました。</p>
      {answer_text && <p className={css.words}>{answer_text}</p>}
    </Alert>
  )

function Answering({ inquiry }: { inquiry: TakedownInquiry }) {
  const send = useSend(takedowns.answerTakedown, { refresh: [takedowns.getTakedownInquiry] })
  const form = useForm({
    initial: UNANSWERED,
    draft: { kind: 'inquiry', id: inquiry.id },
    send: ({ answer, text }) =>
      send.mutateAsync({
        params: { id: inquiry.id },
        body: { answer: defined(answer, 'the answer'), text },
      }),
    onDone: () => {},
  })
  return (
    <form className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <FormProblem>{form.message}</FormProblem>
      <RadioGroup
        label="回答"
        name="answer"
        require
        options={choices}
        value={form.values.answer}
        onChange={(answer) => form.set({ answer })}
        error={form.errorOf('answer')}
      />
      <TextArea
        label="理由"
        require={form.values.answer === 'object'}
        rows={5}
        hint="運営だけが読みます"
        maxCount={TAKEDOWN_CLAIM_MAX}
        {...form.field('text')}
      />
      <Button type="submit" wide busy={form.busy} disabled={form.values.answer === null}>
        回答する
      </Button>
    </form>
  )
}
