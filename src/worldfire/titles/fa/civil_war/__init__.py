"""fa:14.4 The Russian civil war: Whites and Reds out of one power, from the surrender to the victory of one of them."""
