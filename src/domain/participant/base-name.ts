const FIRST = [
  ...['Amber', 'Birch', 'Bold', 'Brisk', 'Calm', 'Clear', 'Copper', 'Coral', 'Dusty', 'Early', 'Ember'],
  ...['Fern', 'Frost', 'Gentle', 'Golden', 'Green', 'Hazel', 'Indigo', 'Ivory', 'Jade', 'Keen', 'Late'],
  ...['Lilac', 'Lunar', 'Maple', 'Misty', 'Noble', 'Ochre', 'Olive', 'Pearl', 'Quiet', 'Rapid', 'Rose'],
  ...['Rusty', 'Sandy', 'Silver', 'Slate', 'Solar', 'Steady', 'Teal', 'Umber', 'Violet', 'Warm', 'Wild'],
] as const;

const SECOND = [
  ...['Anchor', 'Badger', 'Basin', 'Beacon', 'Bridge', 'Brook', 'Canyon', 'Cedar', 'Cliff', 'Comet', 'Cove'],
  ...['Crane', 'Creek', 'Delta', 'Dune', 'Falcon', 'Field', 'Ford', 'Forest', 'Garden', 'Glacier', 'Grove'],
  ...['Harbour', 'Heron', 'Hill', 'Island', 'Lantern', 'Marsh', 'Meadow', 'Mesa', 'Mill', 'Orchard', 'Otter'],
  ...['Peak', 'Pine', 'Prairie', 'Reef', 'Ridge', 'Shore', 'Spring', 'Stone', 'Summit', 'Valley', 'Willow'],
] as const;

/** The names of participants, in an order that begins anywhere. */
export function pickBaseName(begin: number, taken: ReadonlySet<string>): string {
  const count = FIRST.length * SECOND.length;
  for (let step = 0; step < count; step += 1) {
    const name = nameAt((Math.abs(begin) + step) % count);
    if (!taken.has(name)) return name;
  }
  return nameAt(Math.abs(begin) % count);
}

const nameAt = (nth: number): string =>
  `${FIRST[nth % FIRST.length]}${SECOND[Math.floor(nth / FIRST.length) % SECOND.length]}`;
