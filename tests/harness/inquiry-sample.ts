/** A quote request with all fields. */
export const fullInquiry = {
  company_name: 'Prairie Crossing Chevrolet',
  contact_person: 'Dale Brzezinski',
  company_address: '12 Ogden Avenue, Naperville, IL',
  phone_number: '630-555-0111',
  email_address: 'dale@prairie.example.com',
  website: 'https://prairie.example.com',
  vehicle_type: 'truck',
  number_of_vehicles: 1200,
  vehicle_dimension: '19 ft long\n6 ft 6 in high',
  vehicle_condition: 'used',
  special_handling: 'Two do not start.',
  pickup_location: 'Naperville, IL',
  pickup_date: '2026-03-08',
  pickup_facilities: 'Gate 3, forklift',
  delivery_location: 'Omaha, NE',
  delivery_date: '2026-03-11',
  delivery_facilities: 'Ramp until 17:00',
  additional_info: 'Call first.',
};

/** A quote request with the required fields only. */
export const smallInquiry = {
  company_name: 'Ames Auction',
  contact_person: 'Yolanda Pruitt',
  email_address: 'yolanda@ames.example.com',
  vehicle_type: 'car',
  vehicle_condition: 'new',
  pickup_location: 'Ames, IA',
  delivery_location: 'Joliet, IL',
};
