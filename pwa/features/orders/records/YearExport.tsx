import { useState } from 'react'
import { yearOf } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { DownloadButton } from '#pwa/load/DownloadButton.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'

/** The service exists since then. */
const FIRST_YEAR = 2020

interface YearExportProps {
  urlOf: (year: string) => string
  /** What the file contains. */
  text: string
}

/** Downloads all papers of a year as one file. */
export function YearExport({ urlOf, text }: YearExportProps) {
  const last = yearOf(useNow())
  const [year, setYear] = useState(String(last))
  const years = Array.from({ length: last - FIRST_YEAR + 1 }, (_, n) => String(last - n))
  return (
    <div className="stack">
      <p className="small muted">{text}</p>
      <Select
        label="年"
        value={year}
        onChange={setYear}
        options={years.map((one) => ({ value: one, label: `${one}年` }))}
      />
      <DownloadButton url={urlOf(year)} label={`${year}年の書類を保存する`} />
    </div>
  )
}
