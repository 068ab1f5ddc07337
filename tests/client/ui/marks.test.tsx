import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Drawing } from '#client/art/drawing.tsx'
import { HeroChart } from '#client/art/hero-chart.tsx'
import { keepMarks, Marks } from '#client/art/marks.tsx'
import { MARKS } from '#client/art/marks-files.ts'
import { DrawingDefs, SubjectDrawing } from '#client/art/subject-drawing.tsx'
import { BarList } from '#client/ui/bar-list.tsx'
import { ColumnPlot } from '#client/ui/column-plot.tsx'
import { ScaleBar } from '#client/ui/scale-bar.tsx'
import { SubjectSymbol } from '#client/ui/subject-symbol.tsx'
import { SUBJECTS } from '#client/ui/subjects.ts'

keepMarks(MARKS)

const COLOUR = /#[0-9a-f]{3,8}\b(?!-)|rgba?\(|hsl|oklch|(fill|stroke)="(?!none)[a-z]+"/i

describe('drawings', () => {
  const fields = SUBJECTS.map((category) => ({ category, title: `Film ${category}`, detail: '60 min · £60' }))
  it.each([
    ...SUBJECTS.map((category) => [category, <SubjectDrawing key={category} category={category} />] as const),
    ...(['lost', 'threshold'] as const).map(
      (name) =>
        [
          name,
          <Drawing key={name}>
            <Marks name={name} />
          </Drawing>,
        ] as const,
    ),
    ['hero', <HeroChart key="hero" fields={fields} />] as const,
  ])('%s: no colour, no inline style, no id, small, hidden from listeners', (name, drawing) => {
    const { container } = render(drawing)
    const html = container.innerHTML
    expect(html).not.toMatch(COLOUR)
    expect(html).not.toMatch(/ style=| id=/)
    expect(html.length).toBeLessThan(name === 'hero' ? 14_000 : 5_500)
    expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
  })

  it('define once, use often', () => {
    const { container } = render(
      <>
        <DrawingDefs categories={SUBJECTS} />
        <SubjectDrawing category="meteorology" shared />
        <SubjectDrawing category="meteorology" shared crop="close" />
      </>,
    )
    const uses = [...container.querySelectorAll('use')].map((use) => use.getAttribute('href'))
    expect(uses).toEqual(['#drawing-meteorology', '#drawing-meteorology'])
    expect(container.querySelectorAll('#drawing-meteorology')).toHaveLength(1)
  })

  it('name every video on the chart, in the order of the route', () => {
    const { container } = render(<HeroChart fields={fields} />)
    const names = [...container.querySelectorAll('.chart-title')].map((name) => name.textContent)
    expect(names).toEqual(fields.map((field) => field.title))
  })
})

describe('symbols', () => {
  it('differ in shape, so that colour is never alone', () => {
    const shapes = SUBJECTS.map((category) => {
      const { container } = render(<SubjectSymbol category={category} />)
      return container.querySelector('svg')?.innerHTML
    })
    expect(new Set(shapes).size).toBe(SUBJECTS.length)
  })
})

describe('ScaleBar', () => {
  it.each([
    [47.4, '47', '47.4%'],
    [-3, '0', '0%'],
    [250, '100', '100%'],
  ])('%d percent reads %s and is drawn %s wide', (value, read, drawn) => {
    render(<ScaleBar value={value} label="Navigation watched" />)
    const bar = screen.getByRole('progressbar', { name: 'Navigation watched' })
    expect(bar).toHaveAttribute('aria-valuenow', read)
    expect(bar.querySelector('rect')).toHaveAttribute('width', drawn)
  })
})

describe('figures', () => {
  it('draw bars in proportion to the largest', () => {
    const { container } = render(
      <BarList
        label="Sales by film"
        items={[
          { key: 1, label: 'Navigation', value: 2000, text: '£2,000', subject: 'navigation' },
          { key: 2, label: 'Air Law', value: 500, text: '£500' },
        ]}
      />,
    )
    expect(screen.getByRole('list', { name: 'Sales by film' })).toHaveTextContent('Navigation£2,000')
    const widths = [...container.querySelectorAll('rect')].map((bar) => bar.getAttribute('width'))
    expect(widths).toEqual(['100%', '25%'])
  })

  it('say in words what the columns show, and which is not finished', () => {
    const { container } = render(
      <ColumnPlot
        label="Revenue"
        scaleText={String}
        columns={[
          { label: 'Oct', value: 2260, text: '£2,260' },
          { label: 'Nov', value: 1490, text: '£1,490', open: true },
        ]}
      />,
    )
    expect(screen.getByText(/Revenue: Oct £2,260; Nov £1,490, not finished/)).toBeInTheDocument()
    expect(container.querySelectorAll('.plot-wide .plot-bar-open')).toHaveLength(1)
    expect(container.querySelectorAll('.plot-narrow .plot-bar-open')).toHaveLength(1)
  })

  it('stand when every value is nought', () => {
    const { container } = render(
      <ColumnPlot label="Revenue" scaleText={String} columns={[{ label: 'Oct', value: 0, text: '£0' }]} />,
    )
    expect(container.innerHTML).not.toContain('NaN')
  })
})
