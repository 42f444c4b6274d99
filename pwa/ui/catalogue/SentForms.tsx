import { useState } from 'react'
import { Button } from '../button/Button.tsx'
import { Composer } from '../forms/Composer.tsx'
import { FormProblem } from '../forms/FormProblem.tsx'
import { LinksInput } from '../forms/LinksInput.tsx'
import { TextInput } from '../forms/TextInput.tsx'
import { WritingForm } from '../forms/WritingForm.tsx'
import { Unsent } from '../Unsent.tsx'
import { Shown } from './Shown.tsx'

export const SentForms = () => (
  <>
    <RejectedForm />
    <Writing />
    <Talking />
  </>
)

const RejectedForm = () => (
  <Shown name="送れなかったフォーム">
    <FormProblem>エラーが起こりました。時間を空けて再度お試しください。</FormProblem>
    <TextInput label="件名" value="冬の夜に読みたい本" onChange={() => {}} />
  </Shown>
)

function Writing() {
  const [links, setLinks] = useState([
    { title: '作品集', url: 'https://example.jp/works' },
    { title: 'お店', url: 'example' },
  ])
  return (
    <Shown name="書いて保存する">
      <WritingForm
        ref={null}
        message={null}
        resumed
        pictureLost={false}
        changed
        busy={false}
        onSubmit={(submitted) => submitted.preventDefault()}
        onLeave={() => {}}
        onDiscard={() => setLinks([])}
        actions={
          <Button wide type="submit">
            変更を保存する
          </Button>
        }
      >
        <LinksInput
          label="リンク"
          max={{ count: 10, title: 30, url: 500 }}
          value={links}
          onChange={setLinks}
          error="2つ目のリンクのURLは https:// から入力してください"
          fault={{ row: 1, field: 'url' }}
        />
      </WritingForm>
    </Shown>
  )
}

const rules = {
  max: 200,
  problemOf: (text: string) => (text.trim() === '' ? ('empty' as const) : null),
  tidy: (text: string) => text.trim(),
  lengthOf: (text: string) => text.length,
}
function Talking() {
  const [text, setText] = useState('')
  return (
    <Shown name="一行ずつ送る">
      <Unsent waitUntil={0} onResend={() => {}} onDiscard={() => {}} />
      <Composer {...rules} text={text} onText={setText} onSend={() => {}} />
    </Shown>
  )
}
