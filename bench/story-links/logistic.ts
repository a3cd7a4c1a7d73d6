/**
 * Logistic regression with weighted rows and a little shrinkage, by Newton's method.
 */
export interface Row {
  /** The first is 1. */
  features: number[];
  isOne: boolean;
  weight: number;
}

const ROUNDS = 25;
const SHRINKAGE = 1;
const SMALL = 1e-6;

/** The weight of each feature. */
export function logistic(rows: readonly Row[]): number[] {
  const size = rows[0]!.features.length;
  const { means, deviations } = scalesOf(rows, size);
  const scaled = rows.map(({ features, isOne, weight }) => {
    const values = features.map((value, at) => (value - means[at]!) / deviations[at]!);
    return { features: values, isOne, weight };
  });
  const weights = new Array<number>(size).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const step = stepOf(scaled, weights);
    step.forEach((change, at) => {
      weights[at]! += change;
    });
    if (step.every((change) => Math.abs(change) < SMALL)) break;
  }
  const unscaled = weights.map((weight, at) => weight / deviations[at]!);
  for (let at = 1; at < size; at++) unscaled[0]! -= unscaled[at]! * means[at]!;
  return unscaled;
}

function stepOf(rows: readonly Row[], weights: readonly number[]): number[] {
  const gradient = weights.map((weight, at) => (at === 0 ? 0 : -SHRINKAGE * weight));
  const curvature = weights.map((_, at) => {
    const line = new Array<number>(weights.length).fill(0);
    line[at] = at === 0 ? SMALL : SHRINKAGE;
    return line;
  });
  for (const { features, isOne, weight } of rows) {
    let odds = 0;
    for (let at = 0; at < weights.length; at++) odds += features[at]! * weights[at]!;
    const likely = 1 / (1 + Math.exp(-odds));
    const error = weight * ((isOne ? 1 : 0) - likely);
    const slope = weight * likely * (1 - likely);
    for (let at = 0; at < weights.length; at++) {
      gradient[at]! += error * features[at]!;
      const line = curvature[at]!;
      const mine = slope * features[at]!;
      for (let other = 0; other < weights.length; other++) line[other]! += mine * features[other]!;
    }
  }
  return solved(curvature, gradient);
}

function scalesOf(rows: readonly Row[], size: number): { means: number[]; deviations: number[] } {
  const all = rows.reduce((sum, { weight }) => sum + weight, 0);
  const meanOf = (of: (row: Row) => number): number =>
    rows.reduce((sum, row) => sum + row.weight * of(row), 0) / all;
  const means = Array.from({ length: size }, (_, at) =>
    at === 0 ? 0 : meanOf(({ features }) => features[at]!),
  );
  const deviations = means.map((mean, at) =>
    at === 0 ? 1 : Math.sqrt(meanOf(({ features }) => (features[at]! - mean) ** 2)) || 1,
  );
  return { means, deviations };
}

/** Gaussian elimination with the largest pivot. */
function solved(matrix: readonly number[][], right: readonly number[]): number[] {
  const size = right.length;
  const lines = matrix.map((line, at) => [...line, right[at]!]);
  for (let at = 0; at < size; at++) {
    let pivot = at;
    for (let row = at + 1; row < size; row++) {
      if (Math.abs(lines[row]![at]!) > Math.abs(lines[pivot]![at]!)) pivot = row;
    }
    [lines[at], lines[pivot]] = [lines[pivot]!, lines[at]!];
    for (let row = at + 1; row < size; row++) {
      const part = lines[row]![at]! / lines[at]![at]!;
      for (let column = at; column <= size; column++) {
        lines[row]![column]! -= part * lines[at]![column]!;
      }
    }
  }
  const values = new Array<number>(size).fill(0);
  for (let at = size - 1; at >= 0; at--) {
    let rest = lines[at]![size]!;
    for (let column = at + 1; column < size; column++)
      rest -= lines[at]![column]! * values[column]!;
    values[at] = rest / lines[at]![at]!;
  }
  return values;
}
