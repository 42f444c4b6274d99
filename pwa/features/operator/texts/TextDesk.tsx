import { useState } from 'react'
import type { OwnText } from '#contract/operator/texts.ts'
import { Badge } from '#pwa/ui/Badge.tsx'
import { TextEditor } from './TextEditor.tsx'
import { TextVersions } from './TextVersions.tsx'

/** One legal text: its next version, and those before it. */
export function TextDesk({ text }: { text: OwnText }) {
  const [current, setCurrent] = useState(text)
  const { version, title, draft } = current
  return (
    <div className="stack-l">
      <p className="row">
        <b>{title}</b>
        <Badge tone="positive">第{version}版を公開中</Badge>
      </p>
      <TextEditor key={`${version}-${draft?.version ?? 0}`} text={current} onChanged={setCurrent} />
      <TextVersions text={current} onChanged={setCurrent} />
    </div>
  )
}
